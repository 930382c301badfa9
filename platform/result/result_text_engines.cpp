// SPDX-License-Identifier: Apache-2.0
// The result table's sections of IP, 1RMA, PCIe, CliqueMap and replayed frames.
#include <map>
#include <utility>

#include "platform/result/summary_parts.h"
#include "platform/result/table_parts.h"
#include "platform/result/writer.h"

namespace tinsim {
namespace {

void print_ip_class(TextTable& t, const IpClassResult& c, const RunResult& r) {
  const HostCounts& hosts = c.hosts.counts;
  const auto gbps = [&](uint64_t bytes) {
    return ip_gbps(bytes, r.measure_cycles, r.ip->hosts, r.core_mhz);
  };
  std::string text = fmt::format("{} packets", grouped(c.packets));
  if (hosts.bytes_made > 0)
    text += fmt::format(", messages of {:.3f} Gb/s per host offered, {:.3f} arrived",
                        gbps(hosts.bytes_made), gbps(hosts.bytes));
  if (c.marked > 0) text += fmt::format(", {}{}marked", grouped(c.marked), kTie);
  if (hosts.sent_again > 0)
    text += fmt::format(", {}{}sent again", grouped(hosts.sent_again), kTie);
  if (hosts.timeouts > 0) text += fmt::format(", {}{}timeouts", grouped(hosts.timeouts), kTie);
  t.row(fmt::format("  class {}", c.cos), text);
  const std::pair<const char*, const Histogram&> times[] = {{"    packet", c.latency},
                                                            {"    rtt", c.hosts.fabric_rtt},
                                                            {"    message", c.hosts.completion}};
  for (const auto& [name, h] : times)
    if (h.count() > 0) print_latency_row(t, name, h, "", r);
}

std::string list_causes(const std::map<std::string, uint64_t>& causes) {
  std::string text;
  for (const auto& [cause, frames] : causes) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", cause, kTie, grouped(frames));
  }
  return text;
}

}  // namespace

void print_ip(TextTable& t, const RunResult& r) {
  t.row("packets", fmt::format("in {}, out {}, held {} at ingress and {} at egress; peaks: {} RTSs "
                               "in a queue, {} bytes fetched, {} cells "
                               "of a buffer, {} packets out of turn",
                               grouped(r.ip->packets_in), grouped(r.ip->packets_out),
                               grouped(r.ip->held_ingress), grouped(r.ip->held_egress),
                               grouped(r.ip->rts_peak), grouped(r.ip->outstanding_peak),
                               grouped(r.ip->slots_peak), grouped(r.ip->reorder_peak)));
  for (std::pair<std::string, uint64_t> lost : r.ip->lost) {
    std::replace(lost.first.begin(), lost.first.end(), '_', kTie);
    if (lost.second > 0) t.row("  lost", grouped(lost.second) + " " + lost.first, kYellow);
  }
  t.row("latency [ns]",
        fmt::format("{:<18}{:>10}{:>11}{:>11}{:>11}", "   mean", "p50", "p99", "p99.9", "max"));
  for (const IpClassResult& c : r.ip->classes) print_ip_class(t, c, r);
}

void print_rma(TextTable& t, const RunResult& r) {
  const RmaResult& rma = *r.rma;
  t.row("1RMA", fmt::format("{} commands, {} ended, {} requests, {} NACKs, {} given up; peaks: {} "
                            "bytes solicited, {} requests waiting",
                            grouped(rma.commands), grouped(rma.ended), grouped(rma.requests),
                            grouped(rma.nacks), grouped(rma.given_up), grouped(rma.window_peak),
                            grouped(rma.inbound_peak)));
  t.row("latency [ns]",
        fmt::format("{:<18}{:>10}{:>11}{:>11}{:>11}", "   mean", "p50", "p99", "p99.9", "max"));
  for (const RmaOpResult& of : rma.ops) {
    std::string text;
    for (std::pair<std::string, uint64_t> ended : of.ended) {
      if (ended.second == 0) continue;
      std::replace(ended.first.begin(), ended.first.end(), '_', kTie);
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", grouped(ended.second), kTie,
                          ended.first);
    }
    t.row(fmt::format("  {} {}", of.op, of.class_), text);
    const std::pair<const char*, const Histogram&> times[] = {
        {"    issue", of.issue}, {"    remote", of.remote}, {"    total", of.total}};
    for (const auto& [name, h] : times)
      if (h.count() > 0) print_latency_row(t, name, h, "", r);
  }
  for (std::size_t i = 0; i < rma.entries.size(); ++i) {
    const RmaPlanResult& of = rma.entries[i];
    const auto gbps = [&](uint64_t bytes) {
      return ip_gbps(bytes, r.measure_cycles, of.sources, r.core_mhz);
    };
    t.row(fmt::format("  entry {}", i),
          fmt::format("{:.3f} Gb/s per host asked, {:.3f} moved, {} failed", gbps(of.bytes_made),
                      gbps(of.bytes_moved), grouped(of.failed)));
    if (of.bound_gbps > 0)
      t.row("    bound", fmt::format("{:.3f} Gb/s per host, at which the busiest of the {} is full "
                                     "if all hosts slow down alike",
                                     of.bound_gbps, rma.demand->kind));
    if (of.completion.count() > 0) print_latency_row(t, "    host", of.completion, "", r);
  }
  if (rma.demand)
    t.row("  demand", fmt::format("would load the busiest of the {} to {:.1f} %", rma.demand->kind,
                                  100 * rma.demand->busiest_link));
}

void print_pcie(TextTable& t, const RunResult& r) {
  const auto way = [&r](PcieDirection PcieRow::*of) {
    const PcieLoad load = pcie_load(*r.pcie, of, r.measure_cycles, r.core_mhz);
    const std::string again =
        load.sum.replayed == 0 ? "" : fmt::format(", {} sent again", grouped(load.sum.replayed));
    return fmt::format("{:.3f}{}Gb/s of a link, busiest {:.1f}{}%{}", load.wire_gbps, kTie,
                       100 * load.busiest, kTie, again);
  };
  t.row("PCIe", fmt::format("{} links of {:.2f}{}Gb/s; to hosts {}; to chips {}",
                            grouped(r.pcie->rows.size()), r.pcie->gbps, kTie, way(&PcieRow::up),
                            way(&PcieRow::down)));
}

void print_cliquemap(TextTable& t, const RunResult& r) {
  const CliqueResult& of = *r.cliquemap;
  t.row("CliqueMap",
        fmt::format("{} GETs = {} hits + {} misses + {} failed + {} open; {} SETs, {} refused; {} "
                    "ERASEs; {} retries, {} without quorum; {:.3f} Gb/s of values per client",
                    grouped(of.gets), grouped(of.hits), grouped(of.misses), grouped(of.failed),
                    grouped(of.gets_open), grouped(of.sets), grouped(of.sets_refused),
                    grouped(of.erases), grouped(of.retries), grouped(of.no_quorum),
                    ip_gbps(of.value_bytes, r.measure_cycles, of.clients, r.core_mhz)));
  if (const uint64_t wrong = of.wrong_values + of.stale + of.wrong_ends; wrong != 0)
    t.row("  WRONG", grouped(wrong) + " GETs", kRed);
  for (const auto& [kind, time] : of.times)
    if (time.count() > 0) print_latency_row(t, "  " + kind, time, "", r);
}

void print_frames(TextTable& t, const RunResult& r) {
  if (!r.frames) return;
  const std::string some = list_counts(*r.frames, grouped);
  t.row("frames", some.empty() ? "none" : some);
  if (!r.frames->malformed.empty()) {
    t.row("  malformed", list_causes(r.frames->malformed), kYellow);
  }
  if (!r.frames->unreadable.empty()) {
    t.row("  unreadable", list_causes(r.frames->unreadable), kYellow);
  }
}

}  // namespace tinsim
