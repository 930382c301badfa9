// SPDX-License-Identifier: Apache-2.0
// CSV files of a section: one for each of its lists of rows, one for its named times.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/fields/field_csv.h"
#include "base/fields/field_reference.h"

namespace tinsim {

/// A row of a file of named times.
struct NamedTimesRow {
  TIN_RECORD(NamedTimesRow);
  TIN_FIELD(RowKey<std::string>, kind, "name of the times");
  TIN_FIELD(Sum, count, "samples");
  TIN_FIELD(TimeFigure, mean, "mean");
  TIN_FIELD(TimeFigure, p50, "median");
  TIN_FIELD(TimeFigure, p90, "90 % are at most");
  TIN_FIELD(TimeFigure, p99, "99 % are at most");
  TIN_FIELD(TimeFigure, p999, "99.9 % are at most");
  TIN_FIELD(TimeFigure, max, "longest");
};

class SectionTables {
 public:
  SectionTables(std::filesystem::path folder, std::string section, double core_mhz)
      : folder_(std::move(folder)), section_(std::move(section)), core_mhz_(core_mhz) {}

  template <class R>
  void write(const R& record) const {
    for_each_field<R>([&](auto field) {
      write_field(typename decltype(field)::Kind(), field.name, record.*field.member);
    });
  }

 private:
  std::filesystem::path file(const std::string& name) const { return folder_ / (name + ".csv"); }

  // Fields of other kinds have no file.
  template <class Kind, class T>
  void write_field(Kind, const char*, const T&) const {}
  template <class R>
  void write_field(RowTable<R>, const char* name, const std::vector<R>& rows) const {
    write_csv(file(name), rows, core_mhz_);
  }
  void write_field(TimesByName, const char*, const std::vector<NamedTimes>& list) const {
    std::vector<NamedTimesRow> rows;
    for (const auto& [name, h] : list)
      if (h.count() != 0)
        rows.push_back({name, h.count(), h.mean(), h.percentile(50), h.percentile(90),
                        h.percentile(99), h.percentile(99.9), static_cast<double>(h.max())});
    write_csv(file(section_), rows, core_mhz_);
  }

  std::filesystem::path folder_;
  std::string section_;
  double core_mhz_;
};

// Reference of the tables of rows that are a field of `R`.
template <class Kind>
std::string table_of(Kind, const char*) {
  return "";
}
template <class R>
std::string table_of(RowTable<R>, const char* name) {
  return reference_table(fmt::format("`{}.csv`", name), column_texts<R>());
}
template <class R>
std::string tables_of() {
  std::string out;
  for_each_field<R>(
      [&](auto field) { out += table_of(typename decltype(field)::Kind(), field.name); });
  return out;
}

}  // namespace tinsim
