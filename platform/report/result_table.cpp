// SPDX-License-Identifier: Apache-2.0
// Reads a CSV table that a run wrote: names in the first line, no quotes.
#include "platform/report/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"

namespace tinsim {
namespace {

constexpr std::size_t kMaxColumns = 256;

template <class Number>
bool parse(std::string_view text, Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

ResultTable::ResultTable(const std::filesystem::path& path) : path_(path.string()) {
  const std::string fault = input_fault(path);
  if (!fault.empty()) fail(fmt::format("cannot be read: {}; expected a table of a run", fault));
  file_.open(path);
  if (!std::getline(file_, line_)) fail("cannot be read: it is empty; expected a table of a run");
  split();
  names_.assign(fields_.begin(), fields_.end());
}

std::size_t ResultTable::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) fail(fmt::format("there is no column '{}'; expected one", name));
  return static_cast<std::size_t>(found - names_.begin());
}

bool ResultTable::next() {
  if (!std::getline(file_, line_)) return false;
  ++line_number_;
  split();
  if (fields_.size() != names_.size()) {
    fail(
        fmt::format("{} fields; expected {}, as in the first line", fields_.size(), names_.size()));
  }
  return true;
}

uint64_t ResultTable::count(std::size_t column) const {
  uint64_t value = 0;
  if (!parse(fields_[column], value)) {
    fail(fmt::format("{}: '{}'; expected a count", printable(names_[column], 60),
                     printable(text(column), 60)));
  }
  return value;
}

double ResultTable::number(std::size_t column) const {
  double value = 0;
  if (!parse(fields_[column], value)) {
    fail(fmt::format("{}: '{}'; expected a number", printable(names_[column], 60),
                     printable(text(column), 60)));
  }
  return value;
}

void ResultTable::fail(const std::string& what) const {
  throw ConfigError(fmt::format("{}:{}: {}", printable(path_), line_number_, what));
}

void ResultTable::split() {
  fields_.clear();
  std::string_view rest = line_;
  for (std::size_t comma; (comma = rest.find(',')) != std::string_view::npos;) {
    if (fields_.size() == kMaxColumns)
      fail(fmt::format("more than {} fields; expected a table of a run", kMaxColumns));
    fields_.push_back(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  fields_.push_back(rest);
}

}  // namespace tinsim
