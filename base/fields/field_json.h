// SPDX-License-Identifier: Apache-2.0
// Records as JSON: keys in the order of the list, times in ns, `null` where nothing was measured.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/cycle_time.h"
#include "base/fields/kinds.h"

namespace tinsim {

using Json = nlohmann::ordered_json;

template <class R>
Json fields_json(const R& record, double core_mhz);

/// In ns; null where nothing was measured.
Json latency_json(const Histogram& h, double core_mhz);

// One value of each kind.
template <class Kind, class T>
Json json_of(Kind, const T& value, double) {
  return value;
}
template <class Kind, class T>
Json json_of(Kind, const std::optional<T>& value, double) {
  return value ? Json(*value) : Json();
}
inline Json json_of(Figure, double value, double) {
  return std::isnan(value) ? Json() : Json(value);
}
inline Json json_of(TimeFigure, double cycles, double core_mhz) {
  return json_of(Figure(), cycles_to_ns(cycles, core_mhz), core_mhz);
}
inline Json json_of(PeakTime, uint64_t cycles, double core_mhz) {
  return cycles_to_ns(static_cast<double>(cycles), core_mhz);
}
inline Json json_of(Times, const Histogram& times, double core_mhz) {
  return latency_json(times, core_mhz);
}
/// With the number of samples and p90.
Json json_of(TimesByName, const std::vector<NamedTimes>& list, double core_mhz);

template <class R>
Json json_of(Part<R>, const R& record, double core_mhz) {
  return fields_json(record, core_mhz);
}
template <class R>
Json json_of(PlacedPeak<R>, const R& record, double core_mhz) {
  return fields_json(record, core_mhz);
}
template <class R>
Json json_of(Counts<R>, const R& counts, double) {
  Json json = Json::object();
  R::walk(counts, [&](const char* name, uint64_t count) { json[name] = count; });
  return json;
}
template <class R>
Json json_of(ColumnCounts<R>, const R& counts, double core_mhz) {
  return json_of(Counts<R>(), counts, core_mhz);
}
template <class E>
Json json_of(ByCause<E>, const CauseCounts<E>& counts, double) {
  return counts.by_name();
}
template <class R>
Json json_of(Section<R>, const std::optional<R>& record, double core_mhz) {
  return fields_json(*record, core_mhz);
}
template <class R>
Json json_of(Maybe<R>, const std::optional<R>& record, double core_mhz) {
  return record ? fields_json(*record, core_mhz) : Json();
}
template <class R>
Json rows_json(const std::vector<R>& rows, double core_mhz) {
  Json list = Json::array();
  for (const R& row : rows) list.push_back(fields_json(row, core_mhz));
  return list;
}
template <class R>
Json json_of(Rows<R>, const std::vector<R>& rows, double core_mhz) {
  return rows_json(rows, core_mhz);
}
template <class R>
Json json_of(RowsByKey<R>, const std::vector<R>& rows, double core_mhz) {
  return rows_json(rows, core_mhz);
}
template <class R>
Json json_of(RowsByPlace<R>, const std::vector<R>& rows, double core_mhz) {
  return rows_json(rows, core_mhz);
}

// Where the value stands: under the name of its field, in the record itself, or nowhere.
template <class Kind, class T>
void add_json(Kind kind, const std::string& name, const T& value, double core_mhz, Json& to) {
  if constexpr (Kind::kReported) to[name + Kind::kSuffix] = json_of(kind, value, core_mhz);
}
template <class R>
void add_json(Section<R> kind, const std::string& name, const std::optional<R>& value,
              double core_mhz, Json& to) {
  if (value) to[name] = json_of(kind, value, core_mhz);
}
template <class R>
void add_json(Inline<R>, const std::string&, const R& record, double core_mhz, Json& to) {
  to.update(fields_json(record, core_mhz));
}
template <class R>
void add_json(RowTable<R>, const std::string&, const std::vector<R>&, double, Json&) {}

template <class R>
Json fields_json(const R& record, double core_mhz) {
  static_assert(kListsAllMembers<R>, "a member has no TIN_FIELD");
  Json json = Json::object();
  for_each_field<R>([&](auto field) {
    using Kind = typename decltype(field)::Kind;
    add_json(Kind(), field.name, record.*field.member, core_mhz, json);
  });
  return json;
}

}  // namespace tinsim
