// SPDX-License-Identifier: Apache-2.0
// Rows as CSV: the columns are those of the list, nothing stands where nothing was measured.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/cycle_time.h"
#include "base/fields/kinds.h"
#include "base/output_file.h"

namespace tinsim {

// One value of each kind.
template <class T>
std::string text_of(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return std::string(name_of(value));
  } else {
    return fmt::format("{}", value);
  }
}
template <class Kind, class T>
std::string cell_of(Kind, const T& value, double) {
  return text_of(value);
}
template <class Kind, class T>
std::string cell_of(Kind, const std::optional<T>& value, double) {
  return value ? text_of(*value) : "";
}
inline std::string cell_of(Figure, double value, double) {
  return std::isnan(value) ? "" : text_of(value);
}
inline std::string cell_of(TimeFigure, double cycles, double core_mhz) {
  return cell_of(Figure(), cycles_to_ns(cycles, core_mhz), core_mhz);
}

/// Name of a column, joined only where it is written: a file has one head and many rows.
struct ColumnName {
  std::string_view prefix, name, suffix;
  std::string text() const { return fmt::format("{}{}{}", prefix, name, suffix); }
};

template <class R, class Fn>
void for_each_cell(const R& row, double core_mhz, std::string_view prefix, const Fn& fn);

// The cells of a field; a part has those of its record, its name before theirs.
template <class Kind, class T, class Fn>
void add_cells(Kind kind, const ColumnName& name, const T& value, double core_mhz, const Fn& fn) {
  if constexpr (Kind::kReported)
    fn(ColumnName{name.prefix, name.name, Kind::kSuffix}, cell_of(kind, value, core_mhz));
}
template <class R, class Fn>
void add_cells(Part<R>, const ColumnName& name, const R& part, double core_mhz, const Fn& fn) {
  for_each_cell(part, core_mhz, name.text() + "_", fn);
}
template <class R, class Fn>
void add_cells(Counts<R>, const ColumnName& name, const R& counts, double, const Fn& fn) {
  const std::string prefix = name.text() + "_";
  R::walk(counts, [&](const char* of, uint64_t count) {
    fn(ColumnName{prefix, of, ""}, text_of(count));
  });
}
template <class R, class Fn>
void add_cells(ColumnCounts<R>, const ColumnName&, const R& counts, double, const Fn& fn) {
  R::walk(counts, [&](const char* of, uint64_t count) {
    fn(ColumnName{"", of, ""}, text_of(count));
  });
}

/// Calls fn(name, text) for each column, with a ColumnName.
template <class R, class Fn>
void for_each_cell(const R& row, double core_mhz, std::string_view prefix, const Fn& fn) {
  static_assert(kListsAllMembers<R>, "a member has no TIN_FIELD");
  for_each_field<R>([&](auto field) {
    using Kind = typename decltype(field)::Kind;
    add_cells(Kind(), ColumnName{prefix, field.name, ""}, row.*field.member, core_mhz, fn);
  });
}

/// Column names of `R`, separated by commas.
template <class R>
std::string csv_names() {
  std::string line;
  for_each_cell(R(), 1, "", [&](const ColumnName& name, const std::string&) {
    line += (line.empty() ? "" : ",") + name.text();
  });
  return line;
}

template <class R>
std::string csv_line(const R& row, double core_mhz) {
  std::string line;
  bool is_first = true;
  for_each_cell(row, core_mhz, "", [&](const ColumnName&, const std::string& text) {
    if (!is_first) line += ',';
    is_first = false;
    line += text;
  });
  return line;
}

/// A file of rows, which throws OutputError when it cannot be written.
template <class R>
class CsvFile {
 public:
  CsvFile(const std::filesystem::path& path, double core_mhz) : file_(path), core_mhz_(core_mhz) {
    file_.print("{}\n", csv_names<R>());
  }
  void add(const R& row) { file_.print("{}\n", csv_line(row, core_mhz_)); }
  void close() { file_.close(); }

 private:
  OutputFile file_;
  double core_mhz_;
};

/// Throws OutputError when the file cannot be written.
template <class R>
void write_csv(const std::filesystem::path& path, const std::vector<R>& rows, double core_mhz) {
  CsvFile<R> file(path, core_mhz);
  for (const R& row : rows) file.add(row);
  file.close();
}

}  // namespace tinsim
