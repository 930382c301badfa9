// SPDX-License-Identifier: Apache-2.0
// Tables of the sections of a result.
#include "platform/result/csv_files.h"

#include "base/fields/field_csv.h"
#include "platform/statistics/result.h"

namespace tinsim {
namespace {

/// A row of a file of named times.
struct NamedRow {
  TIN_RECORD(NamedRow);
  TIN_FIELD(RowKey<std::string>, kind, "name of the times");
  TIN_FIELD(Sum, count, "samples");
  TIN_FIELD(TimeFigure, mean, "mean");
  TIN_FIELD(TimeFigure, p50, "median");
  TIN_FIELD(TimeFigure, p90, "90 % are at most");
  TIN_FIELD(TimeFigure, p99, "99 % are at most");
  TIN_FIELD(TimeFigure, p999, "99.9 % are at most");
  TIN_FIELD(TimeFigure, max, "longest");
};

struct TableWriter {
  const std::filesystem::path& directory;
  unsigned core_mhz;

  // A field of a section: other kinds have no file.
  template <class Kind, class T>
  void field(Kind, const char*, const char*, const T&) const {}
  template <class R>
  void field(RowTable<R>, const char*, const char* name, const std::vector<R>& rows) const {
    write_csv(directory / (std::string(name) + ".csv"), rows, core_mhz);
  }
  void field(TimesByName, const char* section, const char*,
             const std::vector<NamedTimes>& list) const {
    std::vector<NamedRow> rows;
    for (const auto& [name, h] : list)
      if (h.count() != 0)
        rows.push_back({name, h.count(), h.mean(), h.percentile(50), h.percentile(90),
                        h.percentile(99), h.percentile(99.9), static_cast<double>(h.max())});
    write_csv(directory / (std::string(section) + ".csv"), rows, core_mhz);
  }

  // A section: lists of rows that are none have no file.
  template <class T>
  void section(const char*, const T&) const {}
  template <class R>
  void section(const char* name, const std::optional<R>& record) const {
    if (!record) return;
    for_each_field<R>([&](auto of) {
      field(typename decltype(of)::Kind(), name, of.name, (*record).*of.member);
    });
  }
};

}  // namespace

void write_section_tables(const std::filesystem::path& directory, const RunResult& result) {
  const TableWriter writer{directory, result.core_mhz};
  for_each_field<ResultSections>(
      [&](auto field) { writer.section(field.name, result.*field.member); });
}

}  // namespace tinsim
