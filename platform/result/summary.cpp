// SPDX-License-Identifier: Apache-2.0
// summary.json: the whole result of a run in one object.
#include <fmt/format.h>

#include "platform/result/summary_parts.h"
#include "platform/result/writer.h"
#include "platform/statistics/verdict.h"

namespace tinsim {

using Json = nlohmann::ordered_json;

Json latency_json(const Histogram& h, unsigned core_mhz) {
  Json j;
  const auto put = [&](const char* key, double cycles) {
    j[key] = h.count() ? Json(cycles_to_ns(cycles, core_mhz)) : Json();
  };
  put("mean", h.mean());
  put("p50", h.percentile(50));
  put("p99", h.percentile(99));
  put("p999", h.percentile(99.9));
  put("max", static_cast<double>(h.max()));
  put("min", static_cast<double>(h.min()));
  j["stddev"] = h.count() > 1 ? Json(cycles_to_ns(h.stddev(), core_mhz)) : Json();
  return j;
}

namespace {

Json overall_latency_json(const RunResult& r) {
  Json j = latency_json(r.latency_cycles, r.core_mhz);
  const bool has_interval = r.latency_cycles.count() > 0 && r.mean_latency.groups > 1;
  j["ci95"] =
      has_interval ? Json(cycles_to_ns(r.mean_latency.half_width_cycles, r.core_mhz)) : Json();
  j["ci95_reliable"] = has_interval && r.mean_latency.reliable;
  return j;
}

Json classes_json(const RunResult& r) {
  Json list = Json::array();
  for (const ClassResult& c : r.classes)
    list.push_back({{"class", c.class_},
                    {"cells", c.latency_cycles.count()},
                    {"latency_ns", latency_json(c.latency_cycles, r.core_mhz)}});
  return list;
}

Json bounds_json(const RunResult& r) {
  Json list = Json::array();
  for (const BoundNote& b : r.bounds)
    list.push_back({{"name", b.name}, {"gbps_per_tin", b.gbps_per_tin}, {"text", b.text}});
  return list;
}

Json cells_json(const CellCounts& cells) {
  Json causes = Json::object();
  for (const auto& [cause, count] : cells.dropped_by_cause) causes[cause] = count;
  return {{"injected", cells.injected},
          {"delivered", cells.delivered},
          {"dropped", cells.dropped()},
          {"in_flight", cells.in_flight},
          {"dropped_by_cause", std::move(causes)}};
}

Json links_json(const RunResult& r) {
  const LinkSum sum = sum_of(r.links);
  return {{"directions", sum.directions},
          {"wire_directions", sum.wire},
          {"cells_sent", sum.cells_sent},
          {"slots", counts_json(sum.slots)},
          {"fc_percent_of_slots", sum.fc_percent()},
          {"fc_gbps_per_direction", sum.fc_gbps(r.core_mhz)},
          {"cells_lost", counts_json(sum.lost)},
          {"errors", counts_json(sum.errors)}};
}

Json parked_peak_json(const FailureResult& failures) {
  const ParkedPeak& peak = failures.parked_peak;
  return {{"words", peak.words},
          {"cells", peak.cells},
          {"tin", peak.words != 0 ? Json(failures.parked_peak_tin) : Json()}};
}

Json failures_json(const FailureResult& failures) {
  const auto count = [](const std::optional<uint64_t>& pairs) {
    return pairs ? Json(*pairs) : Json();
  };
  Json changes = Json::array();
  for (const FailureChange& c : failures.changes)
    changes.push_back({{"at_us", c.at_us},
                       {"tables_us", c.tables_us},
                       {"links_down", c.links_down},
                       {"tins_down", c.tins_down},
                       {"pairs", c.pairs},
                       {"connected", c.connected},
                       {"reached_before_always", count(c.reached_before_always)},
                       {"reached_before_sometimes", count(c.reached_before_sometimes)},
                       {"reached_by_tables", count(c.reached_by_tables)},
                       {"reached_after", c.reached_after}});
  uint64_t wire = 0, queue = 0, damaged = 0;
  for (const FailedLink& link : failures.links) {
    wire += link.lost_on_wire;
    queue += link.lost_in_queue;
    damaged += link.damaged;
  }
  return {{"changes", std::move(changes)},
          {"failed_directions", failures.links.size()},
          {"lost_on_wire", wire},
          {"lost_in_queue", queue},
          {"damaged", damaged},
          {"cells", counts_json(failures.counts)},
          {"parked_peak", parked_peak_json(failures)}};
}

Json frames_json(const FrameCounts& frames) {
  Json json = counts_json(frames);
  json["malformed"] = frames.malformed;
  json["unreadable"] = frames.unreadable;
  return json;
}

/// By name, for in a list the number of a reason would not say which it is.
Json reasons_json(const std::vector<VerdictReason>& reasons) {
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

Json cut_json(const RunResult& r) {
  return {
      {"by", r.cut->by},
      {"at_us", cycles_to_ns(static_cast<double>(r.cycles), r.core_mhz) / 1000},
      {"measure_us", cycles_to_ns(static_cast<double>(r.cut->measure_cycles), r.core_mhz) / 1000}};
}

}  // namespace

Json make_summary(const RunResult& r) {
  const uint64_t measured = r.latency_cycles.count();
  const std::vector<VerdictReason> reasons = verdict_reasons(r);
  const auto gbps = [&](uint64_t words) {
    if (r.measure_cycles == 0) return Json();  // cut before
    return Json(words_to_gbps(words, r.measure_cycles, r.chips, r.core_mhz));
  };
  const auto us = [&](uint64_t cycles) {
    return static_cast<double>(cycles) / static_cast<double>(r.core_mhz);
  };
  Json j = {
      {"config", r.config_path},
      {"network", r.network},
      {"seed", r.seed},
      {"core_mhz", r.core_mhz},
      {"chips", r.chips},
      {"cycles", r.cycles},
      {"simulated_ns", cycles_to_ns(static_cast<double>(r.cycles), r.core_mhz)},
      {"warmup_us", us(r.warmup_cycles)},
      {"measure_us", us(r.measure_cycles)},
      {"wall_s", r.wall_s},
      {"cell_hops", r.cell_hops},
      {"cell_hops_per_s",
       r.wall_s > 0 ? Json(static_cast<double>(r.cell_hops) / r.wall_s) : Json()},
      {"peak_rss_bytes", r.peak_rss_bytes},
      {"cells", cells_json(r.cells)},
      {"offered_gbps_per_tin", gbps(r.offered_words)},
      {"accepted_gbps_per_tin", gbps(r.accepted_words)},
      {"measured_cells", measured},
      {"latency_ns", overall_latency_json(r)},
      {"hops_mean", r.hops_cells != 0
                        ? Json(static_cast<double>(r.hops_sum) / static_cast<double>(r.hops_cells))
                        : Json()},
      {"verdict", name_of(verdict_of(reasons))},
      {"verdict_reasons", reasons_json(reasons)},
      {"steady", r.verdict.steady},
      {"saturated", r.verdict.saturated},
      {"saturated_reason", r.verdict.saturated ? Json(r.verdict.reason) : Json()},
      {"unsteady_reason", r.verdict.steady ? Json() : Json(r.verdict.reason)},
      {"classes", classes_json(r)},
      {"state_hash", fmt::format("{:016x}", r.state_hash)},
  };
  if (r.cut) j["cut"] = cut_json(r);
  if (!r.links.empty()) j["links"] = links_json(r);
  if (r.ip) j["ip"] = ip_json(*r.ip, r.measure_cycles, r.core_mhz);
  if (r.rma) j["rma"] = rma_json(*r.rma, r.measure_cycles, r.core_mhz);
  if (r.pcie) j["pcie"] = pcie_json(*r.pcie, r.measure_cycles, r.core_mhz);
  if (r.cliquemap) j["cliquemap"] = cliquemap_json(*r.cliquemap, r.measure_cycles, r.core_mhz);
  if (r.frames) j["ip"]["frames"] = frames_json(*r.frames);
  if (!r.bounds.empty()) j["bounds"] = bounds_json(r);
  if (r.deadlock_proof.channels > 0)
    j["deadlock_proof"] = {{"channels", r.deadlock_proof.channels},
                           {"dependencies", r.deadlock_proof.dependencies},
                           {"text", r.deadlock_proof.text}};
  if (!r.failures.changes.empty()) j["failures"] = failures_json(r.failures);
  if (!r.notes.empty()) j["notes"] = r.notes;
  return j;
}

}  // namespace tinsim
