// SPDX-License-Identifier: Apache-2.0
// Distributions of times as JSON.
#include "base/fields/field_json.h"

namespace tinsim {

Json latency_json(const Histogram& h, double core_mhz) {
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

Json json_of(TimesByName, const std::vector<NamedTimes>& list, double core_mhz) {
  Json json = Json::object();
  for (const auto& [name, times] : list) {
    Json& of = json[name] = latency_json(times, core_mhz);
    of["count"] = times.count();
    of["p90"] = times.count() ? Json(cycles_to_ns(times.percentile(90), core_mhz)) : Json();
  }
  return json;
}

}  // namespace tinsim
