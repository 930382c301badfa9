// SPDX-License-Identifier: Apache-2.0
// Reads a CSV table that a run wrote: names in the first line, no quotes.
#include "platform/report/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "platform/errors.h"
#include "platform/printable.h"

namespace tinsim {
namespace {

template <class Number>
bool parse(std::string_view text, Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

ResultTable::ResultTable(const std::filesystem::path& path) : path_(path.string()), file_(path) {
  if (!file_ || !std::getline(file_, line_)) fail("cannot be read; expected a table of a run");
  split();
  names_.assign(fields_.begin(), fields_.end());
}

std::size_t ResultTable::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) fail(fmt::format("there is no column '{}'", name));
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
    fail(fmt::format("{}: '{}'; expected a count", names_[column], printable(text(column), 60)));
  }
  return value;
}

double ResultTable::number(std::size_t column) const {
  double value = 0;
  if (!parse(fields_[column], value)) {
    fail(fmt::format("{}: '{}'; expected a number", names_[column], printable(text(column), 60)));
  }
  return value;
}

void ResultTable::fail(const std::string& what) const {
  throw ConfigError(fmt::format("{}:{}: {}", path_, line_number_, what));
}

void ResultTable::split() {
  fields_.clear();
  std::string_view rest = line_;
  for (std::size_t comma; (comma = rest.find(',')) != std::string_view::npos;) {
    fields_.push_back(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  fields_.push_back(rest);
}

}  // namespace tinsim
