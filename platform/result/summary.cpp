// SPDX-License-Identifier: Apache-2.0
// summary.json: the whole result of a run in one object.
#include <string>

#include "platform/result/summary_record.h"
#include "platform/result/writer.h"

namespace tinsim {
namespace {

Json links_json(const RunResult& r) {
  LinkSum sum = sum_of(r.links);
  sum.derive(r.core_mhz, r.word_bits);
  return fields_json(sum, r.core_mhz);
}

Json cut_json(const RunResult& r) {
  return {
      {"by", r.cut->by},
      {"at_us", cycles_to_ns(static_cast<double>(r.cycles), r.core_mhz) / 1000},
      {"measure_us", cycles_to_ns(static_cast<double>(r.cut->measure_cycles), r.core_mhz) / 1000}};
}

/// The place of a section: dots stand before the names of parts.
Json& place_of(const std::string& name, Json& json) {
  Json* at = &json;
  std::size_t from = 0;
  for (std::size_t dot; (dot = name.find('.', from)) != name.npos; from = dot + 1)
    at = &(*at)[name.substr(from, dot - from)];
  return (*at)[name.substr(from)];
}

}  // namespace

Json make_summary(const RunResult& r) {
  Json j = fields_json(summary_head(r), r.core_mhz);
  if (r.cut) j["cut"] = cut_json(r);
  if (!r.links.empty()) j["links"] = links_json(r);
  for (const auto& section : r.sections)
    place_of(section->name(), j).update(section->json(r.core_mhz));
  if (!r.precision.empty()) j["precision"] = rows_json(r.precision, r.core_mhz);
  if (!r.bounds.empty()) j["bounds"] = rows_json(r.bounds, r.core_mhz);
  if (r.deadlock_proof.channels > 0)
    j["deadlock_proof"] = fields_json(r.deadlock_proof, r.core_mhz);
  if (!r.failures.changes.empty()) j["failures"] = fields_json(r.failures, r.core_mhz);
  if (!r.notes.empty()) j["notes"] = r.notes;
  return j;
}

}  // namespace tinsim
