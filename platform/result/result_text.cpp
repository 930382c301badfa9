// SPDX-License-Identifier: Apache-2.0
// The result table for people: configuration, figures, and verdict.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <iostream>
#include <string>

#include "platform/config/chip_words.h"
#include "platform/result/table_parts.h"
#include "platform/result/writer.h"
#include "platform/statistics/exanet_result.h"
#include "platform/statistics/verdict.h"

namespace tinsim {
namespace {

std::string microseconds(uint64_t cycles, const RunResult& r) {
  return fmt::format("{:.6g} us", cycles_to_ns(static_cast<double>(cycles), r.core_mhz) / 1000);
}

void print_setting(TextTable& t, const RunResult& r) {
  t.row("tinsim", fmt::format("{}, seed {}", r.config_path, r.seed), kBold);
  t.row("network", fmt::format("{} ({} chip{} at {} MHz)", r.network, r.chips,
                               r.chips == 1 ? "" : "s", r.core_mhz));
  t.row("simulated",
        fmt::format("{} = warm-up {} + measurement {}", microseconds(r.cycles, r),
                    microseconds(r.warmup_cycles, r), microseconds(r.measure_cycles, r)));
  for (const std::string& note : r.notes) t.row("note", note);
}

void print_throughput(TextTable& t, const RunResult& r) {
  if (r.measure_cycles == 0) return;  // cut before
  const auto rate = [&, chip = chip_words(chip_kind(r.sections)).chip](double gbps) {
    return fmt::format("{:8.3f} Gb/s per {}", gbps, chip);
  };
  const auto gbps = [&](uint64_t words) {
    return words_to_gbps(words, r.measure_cycles, r.chips, r.core_mhz, r.word_bits);
  };
  std::string share;
  if (r.offered_words == 0 && r.sections.make_cells()) {
    share = "   (cells of the engines)";  // which are made when they are needed, not offered
  } else {
    t.row("offered", rate(gbps(r.offered_words)));
  }
  if (r.offered_words > 0)
    share = fmt::format("   ({:.1f} % of offered)", 100.0 * static_cast<double>(r.accepted_words) /
                                                        static_cast<double>(r.offered_words));
  t.row("accepted", rate(gbps(r.accepted_words)) + share);
  for (const BoundNote& b : r.bounds)
    t.row("bound", fmt::format("{}   {}: {}", rate(b.gbps_per_tin), b.name, b.text));
}

std::string half_width_text(const PrecisionRow& of) {
  return std::isfinite(of.half_width_percent) ? fmt::format("{:.3g} %", of.half_width_percent)
                                              : "?";
}

void print_latency(TextTable& t, const RunResult& r) {
  const Histogram& h = r.latency_cycles;
  if (h.count() == 0 && r.sections.make_cells()) return;  // its cells have no latency of their own
  const ChipWords words = chip_words(chip_kind(r.sections));
  if (h.count() == 0) {
    t.row("latency", fmt::format("no {} was delivered in the measurement", words.unit));
    return;
  }
  t.row("latency [ns]", fmt::format("{:<18}{:>10}{:>11}{:>11}{:>11}", "   mean ± 95 %", "p50",
                                    "p99", "p99.9", "max"));
  std::string interval = "± ?";
  if (r.mean_latency.groups > 1)
    interval = fmt::format("± {:.1f}", cycles_to_ns(r.mean_latency.half_width_cycles, r.core_mhz));
  print_latency_row(t, fmt::format("  all {}s", words.unit), h, interval, r);
  for (const PrecisionRow& of : r.precision)
    t.row("  precision",
          fmt::format("{} ± {} of {:.3g} %", of.figure, half_width_text(of), of.target_percent),
          of.reached ? "" : kYellow);
  if (r.classes.size() > 1)
    for (const ClassResult& c : r.classes)
      if (c.latency_cycles.count() > 0)
        print_latency_row(t, fmt::format("  class {}", c.class_), c.latency_cycles, "", r);
  t.row("hops", fmt::format("{:.3f} {}s per {unit}, over {} {unit}s",
                            static_cast<double>(r.hops_sum) / static_cast<double>(h.count()),
                            words.chip, grouped(h.count()), fmt::arg("unit", words.unit)));
}

void print_cells(TextTable& t, const RunResult& r) {
  const CellCounts& c = r.cells;
  const bool balanced = c.injected == c.delivered + c.dropped() + c.in_flight;
  std::string text = fmt::format("{}{tie}injected {} {}{tie}delivered + {}{tie}in{tie}flight",
                                 grouped(c.injected), balanced ? "=" : "!=", grouped(c.delivered),
                                 grouped(c.in_flight), fmt::arg("tie", kTie));
  text += c.dropped() ? " + " : ", ";
  text += fmt::format("{}{}dropped", grouped(c.dropped()), kTie);
  t.row(std::string(chip_words(chip_kind(r.sections)).unit) + "s", text, balanced ? "" : kRed);
  for (const auto& [cause, count] : c.dropped_by_cause)
    if (count > 0) t.row("  dropped", fmt::format("{} {}", grouped(count), cause), kYellow);
}

void print_links(TextTable& t, const RunResult& r) {
  if (r.links.empty()) return;
  const LinkSum sum = sum_of(r.links);
  t.row("links", fmt::format("{} directions, {} at wire fidelity; FC sets take {:.3f} Gb/s of each",
                             grouped(sum.directions), grouped(sum.wire),
                             sum.fc_gbps(r.core_mhz, r.word_bits)));
  const auto all = static_cast<double>(sum.slots.total());
  t.row("  slots", list_counts(sum.slots, [&](uint64_t count) {
          return fmt::format("{:.3f}{}%", 100 * static_cast<double>(count) / all, kTie);
        }));
  if (any_count(sum.lost)) t.row("  lost cells", list_counts(sum.lost, grouped), kYellow);
  if (any_count(sum.errors)) t.row("  errors", list_counts(sum.errors, grouped), kYellow);
}

void print_failures(TextTable& t, const RunResult& r) {
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
  if (f.parked_peak.words != 0) {
    t.row("  parked",
          fmt::format("at most {} words, {} cells at once, in {}", grouped(f.parked_peak.words),
                      grouped(f.parked_peak.cells), *f.parked_peak.tin));
  }
  if (f.counts.misrouted != 0) t.row("  MISROUTED", grouped(f.counts.misrouted) + " cells", kRed);
}

void print_run(TextTable& t, const RunResult& r) {
  std::string speed = fmt::format("{} {}-hops in {:.2f} s", grouped(r.cell_hops),
                                  chip_words(chip_kind(r.sections)).unit, r.wall_s);
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

/// A caveat about figures with such a verdict.
const char* advice_of(const VerdictReason& of) {
  if (of.name == kCutReason) return " What is shown is a partial result.";
  switch (of.verdict) {
    case Verdict::kSaturated:
      return " Latencies depend on the length of the run.";
    case Verdict::kUnsteady:
      return " Do not read the means as those of a steady network.";
    default:
      return "";
  }
}

void print_verdict(TextTable& t, const RunResult& r) {
  constexpr std::array kLabels = {"  note", "NOT STEADY", "SATURATED", "FAILING"};
  static_assert(kLabels.size() == kVerdictNames.size());
  const std::vector<VerdictReason> reasons = verdict_reasons(r);
  const Verdict verdict = verdict_of(reasons);
  t.row("verdict", name_of(verdict), verdict == Verdict::kHealthy ? "" : kRed);
  const bool has_mean = r.latency_cycles.count() > 0;
  const bool wide = has_mean && !r.mean_latency.reliable;
  if (reasons.empty() && !wide) return;
  t.rule();
  for (const VerdictReason& of : reasons)
    t.row(of.name == kCutReason ? "CUT" : kLabels[static_cast<std::size_t>(of.verdict)],
          of.text + advice_of(of), of.verdict == Verdict::kHealthy ? kYellow : kRed);
  if (wide)
    t.row("UNCERTAIN",
          "The interval on the mean is not reliable: too few independent batches; "
          "measure longer.",
          kYellow);
}

}  // namespace

void print_table(std::ostream& out, const RunResult& result, bool colour) {
  TextTable t(colour);
  t.rule();
  print_setting(t, result);
  t.rule();
  print_throughput(t, result);
  print_latency(t, result);
  t.rule();
  print_sections(t, result);
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
