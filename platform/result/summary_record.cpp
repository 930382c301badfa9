// SPDX-License-Identifier: Apache-2.0
// The head of summary.json and the rows of batches.csv, from the result of a run.
#include "platform/result/summary_record.h"

#include <fmt/format.h>

namespace tinsim {
namespace {

constexpr double kNotMeasured = Figure::initial();

CellSummary cell_summary(const CellCounts& cells) {
  return {cells.injected, cells.delivered, cells.dropped(), cells.in_flight,
          cells.dropped_by_cause};
}

LatencyInterval latency_interval(const RunResult& r) {
  LatencyInterval latency{r.latency_cycles, {}, false};
  if (r.latency_cycles.count() == 0 || r.mean_latency.groups <= 1) return latency;
  latency.half_width_cycles = r.mean_latency.half_width_cycles;
  latency.reliable = r.mean_latency.reliable;
  return latency;
}

double rate(const RunResult& r, uint64_t words) {
  if (r.measure_cycles == 0) return kNotMeasured;  // cut before
  return words_to_gbps(words, r.measure_cycles, r.chips, r.core_mhz, r.word_bits);
}

/// Without headers. Only raw cells have a latency, and accepted words are theirs where there are
/// any.
double payload_rate(const RunResult& r) {
  const uint64_t cells = r.latency_cycles.count();
  if (r.measure_cycles == 0 || cells == 0 || r.header_bytes == 0) return kNotMeasured;
  const double bits = static_cast<double>(r.accepted_words * r.word_bits) -
                      8.0 * static_cast<double>(cells * r.header_bytes);
  return bits * r.core_mhz / 1000 / static_cast<double>(r.measure_cycles * r.chips);
}

void add_times(const RunResult& r, SummaryHead& head) {
  const auto us = [&](uint64_t cycles) { return static_cast<double>(cycles) / r.core_mhz; };
  head.cycles = r.cycles;
  head.simulated = static_cast<double>(r.cycles);
  head.warmup_us = us(r.warmup_cycles);
  head.measure_us = us(r.measure_cycles);
  head.wall_s = r.wall_s;
  head.cell_hops = r.cell_hops;
  if (r.wall_s > 0) head.cell_hops_per_s = static_cast<double>(r.cell_hops) / r.wall_s;
  head.peak_rss_bytes = r.peak_rss_bytes;
}

void add_measured(const RunResult& r, SummaryHead& head) {
  head.cells = cell_summary(r.cells);
  head.offered_gbps_per_tin = rate(r, r.offered_words);
  head.accepted_gbps_per_tin = rate(r, r.accepted_words);
  head.payload_gbps_per_tin = payload_rate(r);
  head.measured_cells = r.latency_cycles.count();
  head.latency = latency_interval(r);
  if (r.hops_cells != 0)
    head.hops_mean = static_cast<double>(r.hops_sum) / static_cast<double>(r.hops_cells);
  for (const ClassResult& c : r.classes)
    head.classes.push_back({c.class_, c.latency_cycles.count(), c.latency_cycles});
}

void add_verdict(const RunResult& r, SummaryHead& head) {
  head.verdict_reasons = verdict_reasons(r);
  head.verdict = name_of(verdict_of(head.verdict_reasons));
  head.steady = r.verdict.steady;
  head.saturated = r.verdict.saturated;
  if (r.verdict.saturated) head.saturated_reason = r.verdict.reason;
  if (!r.verdict.steady) head.unsteady_reason = r.verdict.reason;
}

}  // namespace

Json json_of(IntervalTimes, const LatencyInterval& latency, double core_mhz) {
  Json json = latency_json(latency.times, core_mhz);
  json["ci95"] =
      latency.half_width_cycles ? Json(cycles_to_ns(*latency.half_width_cycles, core_mhz)) : Json();
  json["ci95_reliable"] = latency.reliable;
  return json;
}

Json json_of(ReasonList, const std::vector<VerdictReason>& reasons, double) {
  Json json = Json::object();
  for (const VerdictReason& reason : reasons) {
    Json& of = json[reason.name] = {{"verdict", name_of(reason.verdict)}};
    if (reason.of != 0) {
      of["count"] = reason.count;
      of["of"] = reason.of;
      of["share"] = reason.share();
    }
    of["text"] = reason.text;
  }
  return json;
}

Json json_of(ClockMhz, double mhz, double) {
  const auto whole = static_cast<uint64_t>(mhz);
  return static_cast<double>(whole) == mhz ? Json(whole) : Json(mhz);
}

SummaryHead summary_head(const RunResult& r) {
  SummaryHead head;
  head.config = r.config_path;
  head.network = r.network;
  head.seed = r.seed;
  head.core_mhz = r.core_mhz;
  head.chips = r.chips;
  add_times(r, head);
  add_measured(r, head);
  add_verdict(r, head);
  head.state_hash = fmt::format("{:016x}", r.state_hash);
  return head;
}

BatchRow batch_row(const char* phase, std::size_t number, const Batch& batch, const RunResult& r) {
  BatchRow row;
  row.phase = phase;
  row.batch = number;
  row.cycles = batch.cycles;
  row.cells = batch.delivered_cells;
  // Cells of the IP path and of 1RMA have no latency of their own.
  if (batch.latency_sum_cycles > 0)
    row.latency_mean =
        static_cast<double>(batch.latency_sum_cycles) / static_cast<double>(batch.delivered_cells);
  const auto gbps = [&](uint64_t words) {
    return words_to_gbps(words, batch.cycles, r.chips, r.core_mhz, r.word_bits);
  };
  row.offered_gbps_per_tin = gbps(batch.offered_words);
  row.accepted_gbps_per_tin = gbps(batch.accepted_words);
  row.source_wait = batch.source_wait_cycles;
  return row;
}

}  // namespace tinsim
