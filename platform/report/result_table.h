// SPDX-License-Identifier: Apache-2.0
// Reads a CSV table that a run wrote: names in the first line, no quotes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace tinsim {

class ResultTable {
 public:
  /// Throws ConfigError if the file cannot be read, or has no line or too many columns.
  explicit ResultTable(const std::filesystem::path& path);

  /// Number of the column of that name; throws ConfigError if there is none.
  std::size_t column(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }

  /// Reads the next row; false at the end. Throws ConfigError if it has not as many fields as the
  /// first line.
  bool next();

  bool is_empty(std::size_t column) const { return fields_[column].empty(); }
  std::string text(std::size_t column) const { return std::string(fields_[column]); }
  /// Throw ConfigError, with line and column name, when the field is not such a number.
  uint64_t count(std::size_t column) const;
  double number(std::size_t column) const;
  /// Throws ConfigError `file:line: what`.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void split();

  std::string path_;
  std::ifstream file_;
  std::string line_;
  std::size_t line_number_ = 1;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;  ///< parts of line_
};

}  // namespace tinsim
