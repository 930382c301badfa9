// SPDX-License-Identifier: Apache-2.0
// The result table for people: what was run, what came out, and whether to believe it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "platform/stats/writer.h"

namespace tinsim {
namespace {

constexpr std::size_t kColumns = 80, kLabelColumns = 14;

/// A blank at which no line is broken; ASCII's unit separator, which no text contains.
constexpr char kTie = '\x1f';

/// Collects lines `  label         text`, wrapped at blanks, and rules between sections.
class Table {
 public:
  explicit Table(bool colour) : colour_(colour) {}

  void rule() {
    for (std::size_t i = 0; i < kColumns; ++i) text_ += "─";
    text_ += '\n';
  }

  void row(std::string_view label, std::string_view text, std::string_view style = "") {
    do {
      const std::string_view line = take_line(text);
      text_ += fmt::format("  {}{:<{}}{}{}\n", on(style), label, kLabelColumns, line, off(style));
      label = "";
    } while (!text.empty());
  }

  std::string text() const {
    std::string text = text_;
    std::replace(text.begin(), text.end(), kTie, ' ');
    return text;
  }

 private:
  std::string_view on(std::string_view style) const { return colour_ ? style : ""; }
  std::string_view off(std::string_view style) const {
    return colour_ && !style.empty() ? "\033[0m" : "";
  }

  /// Byte length of the first `columns` characters of UTF-8 text.
  static std::size_t prefix_bytes(std::string_view text, std::size_t columns) {
    std::size_t i = 0;
    for (; i < text.size(); ++i)
      if ((text[i] & 0xC0) != 0x80 && columns-- == 0) break;
    return i;
  }

  /// Cuts one line off the front of `text`; a word longer than the line (a path) is cut.
  static std::string_view take_line(std::string_view& text) {
    std::size_t end = prefix_bytes(text, kColumns - 2 - kLabelColumns);
    if (end < text.size()) {
      const std::size_t blank = text.rfind(' ', end);
      if (blank != std::string_view::npos && blank > 0) end = blank;
    }
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    return line;
  }

  bool colour_;
  std::string text_;
};

constexpr std::string_view kBold = "\033[1m", kRed = "\033[1;31m", kYellow = "\033[1;33m";

std::string grouped(uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string microseconds(uint64_t cycles, const RunResult& r) {
  return fmt::format("{:.6g} us", cycles_to_ns(static_cast<double>(cycles), r.core_mhz) / 1000);
}

void print_setting(Table& t, const RunResult& r) {
  t.row("tinsim", fmt::format("{}, seed {}", r.config_path, r.seed), kBold);
  t.row("network", fmt::format("{} ({} chip{} at {} MHz)", r.network, r.chips,
                               r.chips == 1 ? "" : "s", r.core_mhz));
  t.row("simulated",
        fmt::format("{} = warm-up {} + measurement {}", microseconds(r.cycles, r),
                    microseconds(r.warmup_cycles, r), microseconds(r.measure_cycles, r)));
  for (const std::string& note : r.notes) t.row("note", note);
}

void print_throughput(Table& t, const RunResult& r) {
  const auto gbps = [&](uint64_t words) {
    return words_to_gbps(words, r.measure_cycles, r.chips, r.core_mhz);
  };
  std::string share;
  if (r.offered_words == 0 && (r.ip || r.rma)) {
    share = "   (cells of the engines)";  // which are made when they are needed, not offered
  } else {
    t.row("offered", fmt::format("{:8.3f} Gb/s per TiN", gbps(r.offered_words)));
  }
  if (r.offered_words > 0)
    share = fmt::format("   ({:.1f} % of offered)", 100.0 * static_cast<double>(r.accepted_words) /
                                                        static_cast<double>(r.offered_words));
  t.row("accepted", fmt::format("{:8.3f} Gb/s per TiN{}", gbps(r.accepted_words), share));
  for (const BoundNote& b : r.bounds)
    t.row("bound", fmt::format("{:8.3f} Gb/s per TiN   {}: {}", b.gbps_per_tin, b.name, b.text));
}

void print_latency_row(Table& t, const std::string& label, const Histogram& h,
                       const std::string& interval, const RunResult& r) {
  const auto ns = [&](double cycles) { return cycles_to_ns(cycles, r.core_mhz); };
  t.row(label, fmt::format("{:7.1f} {:<10}{:>10.1f}{:>11.1f}{:>11.1f}{:>11.1f}", ns(h.mean()),
                           interval, ns(h.percentile(50)), ns(h.percentile(99)),
                           ns(h.percentile(99.9)), ns(static_cast<double>(h.max()))));
}

void print_latency(Table& t, const RunResult& r) {
  const Histogram& h = r.latency_cycles;
  if (h.count() == 0 && (r.ip || r.rma)) return;  // its cells have no latency of their own
  if (h.count() == 0) {
    t.row("latency", "no cell was delivered in the measurement");
    return;
  }
  t.row("latency [ns]", fmt::format("{:<18}{:>10}{:>11}{:>11}{:>11}", "   mean ± 95 %", "p50",
                                    "p99", "p99.9", "max"));
  std::string interval = "± ?";
  if (r.mean_latency.groups > 1)
    interval = fmt::format("± {:.1f}", cycles_to_ns(r.mean_latency.half_width_cycles, r.core_mhz));
  print_latency_row(t, "  all cells", h, interval, r);
  if (r.classes.size() > 1)
    for (const ClassResult& c : r.classes)
      if (c.latency_cycles.count() > 0)
        print_latency_row(t, fmt::format("  class {}", c.class_), c.latency_cycles, "", r);
  t.row("hops", fmt::format("{:.3f} TiNs per cell, over {} cells",
                            static_cast<double>(r.hops_sum) / static_cast<double>(h.count()),
                            grouped(h.count())));
}

void print_cells(Table& t, const RunResult& r) {
  const CellCounts& c = r.cells;
  const bool balanced = c.injected == c.delivered + c.dropped() + c.in_flight;
  std::string text = fmt::format("{}{tie}injected {} {}{tie}delivered + {}{tie}in{tie}flight",
                                 grouped(c.injected), balanced ? "=" : "!=", grouped(c.delivered),
                                 grouped(c.in_flight), fmt::arg("tie", kTie));
  text += c.dropped() ? " + " : ", ";
  text += fmt::format("{}{}dropped", grouped(c.dropped()), kTie);
  t.row("cells", text, balanced ? "" : kRed);
  for (const auto& [cause, cells] : c.dropped_by_cause)
    if (cells > 0) t.row("  dropped", fmt::format("{} {}", grouped(cells), cause), kYellow);
}

/// `name 12` for each counter that is not zero, with blanks for underscores.
template <class Counts, class Format>
std::string list_counts(const Counts& counts, Format&& format) {
  std::string text;
  Counts::walk(counts, [&](std::string name, uint64_t count) {
    if (count == 0) return;
    std::replace(name.begin(), name.end(), '_', kTie);
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, kTie, format(count));
  });
  return text;
}

void print_links(Table& t, const RunResult& r) {
  if (r.links.empty()) return;
  const LinkSum sum = sum_of(r.links);
  t.row("links", fmt::format("{} directions, {} at wire fidelity; FC sets take {:.3f} Gb/s of each",
                             grouped(sum.directions), grouped(sum.wire), sum.fc_gbps(r.core_mhz)));
  const auto all = static_cast<double>(sum.slots.total());
  t.row("  slots", list_counts(sum.slots, [&](uint64_t count) {
          return fmt::format("{:.3f}{}%", 100 * static_cast<double>(count) / all, kTie);
        }));
  if (any_count(sum.lost)) t.row("  lost cells", list_counts(sum.lost, grouped), kYellow);
  if (any_count(sum.errors)) t.row("  errors", list_counts(sum.errors, grouped), kYellow);
}

void print_failures(Table& t, const RunResult& r) {
  const FailureResult& f = r.failures;
  if (f.changes.empty()) return;
  for (const FailureChange& c : f.changes) {
    std::string text = fmt::format(
        "at {:.6g} us: {} links, {} TiNs down; tables at {:.6g} us; of {} connected pairs ",
        c.at_us, grouped(c.links_down), grouped(c.tins_down), c.tables_us, grouped(c.connected));
    if (c.reached_before_always)
      text += fmt::format("{} arrive by any choice before and {} by some, ",
                          grouped(*c.reached_before_always), grouped(*c.reached_before_sometimes));
    text += fmt::format("{} after", grouped(c.reached_after));
    t.row("failures", text, c.reached_after < c.connected ? kRed : "");
  }
  t.row("  cells", list_counts(f.counts, grouped));
  if (f.counts.misrouted != 0) t.row("  MISROUTED", grouped(f.counts.misrouted) + " cells", kRed);
}

void print_ip_class(Table& t, const IpClassResult& c, const RunResult& r) {
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

void print_ip(Table& t, const RunResult& r) {
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

void print_rma(Table& t, const RunResult& r) {
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
    if (of.completion.count() > 0) print_latency_row(t, "    host", of.completion, "", r);
  }
}

void print_cliquemap(Table& t, const RunResult& r) {
  const CliqueResult& of = *r.cliquemap;
  t.row("CliqueMap",
        fmt::format("{} GETs = {} hits + {} misses + {} failed + {} open; {} SETs, {} refused; {} "
                    "retries, {} without quorum; {:.3f} Gb/s of values per client",
                    grouped(of.gets), grouped(of.hits), grouped(of.misses), grouped(of.failed),
                    grouped(of.gets_open), grouped(of.sets), grouped(of.sets_refused),
                    grouped(of.retries), grouped(of.no_quorum),
                    ip_gbps(of.value_bytes, r.measure_cycles, of.clients, r.core_mhz)));
  if (const uint64_t wrong = of.wrong_values + of.stale + of.wrong_ends; wrong != 0)
    t.row("  WRONG", grouped(wrong) + " GETs", kRed);
  for (const auto& [kind, time] : of.times)
    if (time.count() > 0) print_latency_row(t, "  " + kind, time, "", r);
}

std::string list_causes(const std::map<std::string, uint64_t>& causes) {
  std::string text;
  for (const auto& [cause, frames] : causes) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", cause, kTie, grouped(frames));
  }
  return text;
}

void print_frames(Table& t, const RunResult& r) {
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

void print_run(Table& t, const RunResult& r) {
  std::string speed = fmt::format("{} cell-hops in {:.2f} s", grouped(r.cell_hops), r.wall_s);
  if (r.wall_s > 0)
    speed += fmt::format(" = {:.2f} M/s", static_cast<double>(r.cell_hops) / r.wall_s / 1e6);
  speed += fmt::format(", {:.0f} MB", static_cast<double>(r.peak_rss_bytes) / 1e6);
  if (r.ranks > 1) {
    speed += fmt::format(" on {} ranks, {:.1f} % waiting; the busiest computed for {:.2f} s",
                         r.ranks, 100 * r.waiting_s / (r.wall_s * r.ranks), r.busiest_cpu_s);
  }
  t.row("speed", speed);
  if (r.deadlock_proof.channels > 0)
    t.row("deadlock",
          fmt::format("none possible: {} channels, {} dependencies, no cycle",
                      grouped(r.deadlock_proof.channels), grouped(r.deadlock_proof.dependencies)));
  t.row("state hash", fmt::format("{:016x}", r.state_hash));
}

void print_verdict(Table& t, const RunResult& r) {
  const bool has_mean = r.latency_cycles.count() > 0;
  const bool wide = has_mean && !r.mean_latency.reliable;
  if (r.verdict.steady && !wide) return;
  t.rule();
  if (r.verdict.saturated)
    t.row("SATURATED", r.verdict.reason + " Latencies depend on the length of the run.", kRed);
  else if (!r.verdict.steady)
    t.row("NOT STEADY", r.verdict.reason + " Do not read the means as those of a steady network.",
          kRed);
  if (wide)
    t.row("UNCERTAIN",
          "The interval on the mean is not reliable: too few independent batches; "
          "measure longer.",
          kYellow);
}

}  // namespace

void print_table(std::ostream& out, const RunResult& result, bool colour) {
  Table t(colour);
  t.rule();
  print_setting(t, result);
  t.rule();
  print_throughput(t, result);
  print_latency(t, result);
  t.rule();
  if (result.ip) {
    print_ip(t, result);
    t.rule();
  }
  if (result.rma) {
    print_rma(t, result);
    t.rule();
  }
  if (result.cliquemap) {
    print_cliquemap(t, result);
    t.rule();
  }
  print_cells(t, result);
  print_links(t, result);
  print_failures(t, result);
  print_frames(t, result);
  print_run(t, result);
  print_verdict(t, result);
  t.rule();
  out << t.text();
}

void print_table(std::ostream& out, const RunResult& result) {
  print_table(out, result, &out == &std::cout && isatty(STDOUT_FILENO) == 1);
}

}  // namespace tinsim
