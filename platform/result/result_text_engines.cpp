// SPDX-License-Identifier: Apache-2.0
// The result table's sections: those of IP, 1RMA, PCIe, CliqueMap and replayed frames, and any
// other by its fields.
#include <map>
#include <utility>

#include "base/fields/field_json.h"
#include "platform/result/table_parts.h"
#include "platform/result/writer.h"
#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/ethernet_clos_result.h"
#include "platform/statistics/frame_counts.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/pcie_result.h"
#include "platform/statistics/rma_result.h"
#include "platform/statistics/section_of.h"
#include "platform/statistics/section_rows.h"

namespace tinsim {
namespace {

void print_ip_class(TextTable& t, const IpClassResult& c, const RunResult& r) {
  const HostCounts& hosts = c.hosts.counts;
  std::string text = fmt::format("{} packets", grouped(c.packets));
  if (hosts.bytes_made > 0)
    text += fmt::format(", messages of {:.3f} Gb/s per host offered, {:.3f} arrived",
                        c.offered_gbps_per_host, c.goodput_gbps_per_host);
  if (c.marked > 0) text += fmt::format(", {}{}marked", grouped(c.marked), kTie);
  if (hosts.sent_again > 0)
    text += fmt::format(", {}{}sent again", grouped(hosts.sent_again), kTie);
  if (hosts.timeouts > 0) text += fmt::format(", {}{}timeouts", grouped(hosts.timeouts), kTie);
  t.row(fmt::format("  class {}", c.cos), text);
  const std::pair<const char*, const Histogram&> times[] = {{"    packet", c.one_way},
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

void print_section(TextTable& t, const IpResult& ip, const RunResult& r) {
  t.row("packets", fields_text(IpResult::kLine, ip));
  for (std::pair<std::string, uint64_t> lost : ip.lost.by_name()) {
    std::replace(lost.first.begin(), lost.first.end(), '_', kTie);
    if (lost.second > 0) t.row("  lost", grouped(lost.second) + " " + lost.first, kYellow);
  }
  t.row("latency [ns]",
        fmt::format("{:<18}{:>10}{:>11}{:>11}{:>11}", "   mean", "p50", "p99", "p99.9", "max"));
  for (const IpClassResult& c : ip.classes) print_ip_class(t, c, r);
  t.rule();
}

void print_pcie(TextTable& t, const PcieResult& pcie) {
  const auto way = [](const PcieLoad& load) {
    const std::string again =
        load.replayed == 0 ? "" : fmt::format(", {} sent again", grouped(load.replayed));
    return fmt::format("{:.3f}{}Gb/s of a link, busiest {:.1f}{}%{}", load.wire_gbps_per_link, kTie,
                       100 * load.busiest_share, kTie, again);
  };
  t.row("PCIe", fmt::format("{} links of {:.2f}{}Gb/s; to hosts {}; to chips {}",
                            grouped(pcie.links), pcie.gbps, kTie, way(pcie.up), way(pcie.down)));
}

void print_section(TextTable& t, const RmaResult& rma, const RunResult& r) {
  t.row("1RMA", fields_text(RmaResult::kLine, rma));
  t.row("latency [ns]",
        fmt::format("{:<18}{:>10}{:>11}{:>11}{:>11}", "   mean", "p50", "p99", "p99.9", "max"));
  for (const RmaOpResult& of : rma.ops) {
    std::string text;
    for (std::pair<std::string, uint64_t> ended : of.ended.by_name()) {
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
    t.row(fmt::format("  entry {}", i),
          fmt::format("{:.3f} Gb/s per host requested, {:.3f} moved, {} failed",
                      of.offered_gbps_per_host, of.goodput_gbps_per_host, grouped(of.failed)));
    if (of.bound_gbps > 0)
      t.row("    bound", fmt::format("{:.3f} Gb/s per host, at which the busiest of the {} is full "
                                     "if all hosts slow down alike",
                                     of.bound_gbps, rma.demand->kind));
    if (of.completion.count() > 0) print_latency_row(t, "    host", of.completion, "", r);
  }
  if (rma.demand)
    t.row("  demand", fmt::format("would load the busiest of the {} to {:.1f} %", rma.demand->kind,
                                  100 * rma.demand->busiest_link));
  if (const auto* pcie = r.sections.find<PcieResult>()) print_pcie(t, *pcie);
  t.rule();
}

/// Is printed with 1RMA.
void print_section(TextTable&, const PcieResult&, const RunResult&) {}

void print_section(TextTable& t, const CliqueResult& of, const RunResult& r) {
  t.row("CliqueMap", fields_text(CliqueResult::kLine, of));
  if (const uint64_t wrong = of.wrong_values + of.stale + of.wrong_ends; wrong != 0)
    t.row("  WRONG", grouped(wrong) + " GETs", kRed);
  for (const auto& [kind, time] : of.times)
    if (time.count() > 0) print_latency_row(t, "  " + kind, time, "", r);
  t.rule();
}

void print_section(TextTable& t, const EthernetClosResult& of, const RunResult& r) {
  t.row("Ethernet", fields_text(EthernetClosResult::kLine, of));
  for (const ClosClassResult& c : of.classes) {
    const HostCounts& hosts = c.hosts.counts;
    t.row(fmt::format("  class {}", c.cos),
          fmt::format("{} packets, messages of {:.3f} Gb/s per host offered, {:.3f} arrived, "
                      "{}{}marked, {}{}dropped, {}{}sent again",
                      grouped(c.packets), c.offered_gbps_per_host, c.goodput_gbps_per_host,
                      grouped(c.marked), kTie, grouped(c.dropped), kTie, grouped(hosts.sent_again),
                      kTie));
  }
  t.row("compared [ns]",
        fmt::format("{:<28}{:>11}{:>11}{:>11}{:>11}", "", "p50", "p99", "p99.9", "tail ratio"));
  for (const ComparedTimes& row : of.comparison) {
    t.row("", fmt::format("{:<28}{:>11.1f}{:>11.1f}{:>11.1f}{:>11.2f}", row.name,
                          cycles_to_ns(row.p50, r.core_mhz), cycles_to_ns(row.p99, r.core_mhz),
                          cycles_to_ns(row.p999, r.core_mhz), row.tail_ratio));
  }
  t.rule();
}

/// Is printed behind cells and links.
void print_section(TextTable&, const FrameCounts&, const RunResult&) {}

/// A section of another type: its line, or its fields.
void print_fields(TextTable& t, const ResultSection& section, const RunResult& r) {
  const std::string line = section.line();
  t.row(section.name(), line.empty() ? section.text() : line);
  if (line.empty()) {
    for (const SectionRow& row : section_rows(section.fields(), section.json(r.core_mhz)))
      t.row("", fmt::format("{} = {}{}{}: {}", row.name, value_text(row.value),
                            row.unit.empty() ? "" : " ", row.unit, row.text));
  }
  t.rule();
}

/// Whether the section is of type `R`, which has a print_section().
template <class R>
bool print_if(TextTable& t, const ResultSection& section, const RunResult& r) {
  const auto* const found = dynamic_cast<const RecordSection<R>*>(&section);
  if (found != nullptr) print_section(t, found->record, r);
  return found != nullptr;
}

template <class... Rs>
void print_as_one_of(TextTable& t, const ResultSection& section, const RunResult& r) {
  if (!(print_if<Rs>(t, section, r) || ...)) print_fields(t, section, r);
}

}  // namespace

void print_sections(TextTable& t, const RunResult& r) {
  for (const auto& section : r.sections)
    print_as_one_of<IpResult, RmaResult, PcieResult, CliqueResult, EthernetClosResult, FrameCounts>(
        t, *section, r);
}

void print_frames(TextTable& t, const RunResult& r) {
  const auto* const frames = r.sections.find<FrameCounts>();
  if (frames == nullptr) return;
  const std::string some = list_counts(*frames, grouped);
  t.row("frames", some.empty() ? "none" : some);
  if (!frames->malformed.empty()) {
    t.row("  malformed", list_causes(frames->malformed), kYellow);
  }
  if (!frames->unreadable.empty()) {
    t.row("  unreadable", list_causes(frames->unreadable), kYellow);
  }
}

}  // namespace tinsim
