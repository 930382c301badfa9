// SPDX-License-Identifier: Apache-2.0
// summary.json: the whole result of a run in one object.
#include <fmt/format.h>

#include "base/fields/field_json.h"
#include "platform/result/writer.h"
#include "platform/statistics/verdict.h"

namespace tinsim {

/// Their sum, where there are any.
void add_json(LinkRows, const std::string& name, const std::vector<LinkRow>& rows,
              unsigned core_mhz, Json& to) {
  if (rows.empty()) return;
  LinkSum sum = sum_of(rows);
  sum.derive(core_mhz);
  to[name] = fields_json(sum, core_mhz);
}

void add_json(FrameSection, const std::string& name, const std::optional<FrameCounts>& frames,
              unsigned core_mhz, Json& to) {
  if (frames) to["ip"][name] = fields_json(*frames, core_mhz);
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

Json cells_json(const CellCounts& cells) {
  Json causes = Json::object();
  for (const auto& [cause, count] : cells.dropped_by_cause) causes[cause] = count;
  return {{"injected", cells.injected},
          {"delivered", cells.delivered},
          {"dropped", cells.dropped()},
          {"in_flight", cells.in_flight},
          {"dropped_by_cause", std::move(causes)}};
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
  j.update(fields_json<ResultSections>(r, r.core_mhz));
  if (!r.bounds.empty()) j["bounds"] = rows_json(r.bounds, r.core_mhz);
  if (r.deadlock_proof.channels > 0)
    j["deadlock_proof"] = fields_json(r.deadlock_proof, r.core_mhz);
  if (!r.failures.changes.empty()) j["failures"] = fields_json(r.failures, r.core_mhz);
  if (!r.notes.empty()) j["notes"] = r.notes;
  return j;
}

}  // namespace tinsim
