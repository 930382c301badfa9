// SPDX-License-Identifier: Apache-2.0
// CSV cell trace: a strict reader that names the line and column of the first fault.
#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/byte_order_mark.h"
#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"
#include "platform/traffic/replay.h"

namespace tinsim {
namespace {

constexpr std::string_view kHeader = "cycle,src,dst,bytes,class";

/// One line of the trace under inspection.
struct Line {
  const std::string& file;
  unsigned number;
  std::string_view text;

  [[noreturn]] void fail(size_t column, const std::string& sentence) const {
    throw ConfigError(fmt::format("{}:{}:{}: trace: {}", printable(file), number, column + 1,
                                  printable(sentence)));
  }
};

struct Column {
  const char* name;
  uint64_t low;
  uint64_t high;
};

struct Field {
  size_t at;  ///< offset in the line
  std::string_view text;
};

std::array<Field, 5> split(const Line& line) {
  std::array<Field, 5> fields;
  size_t count = 0, at = 0;
  for (bool more = true; more; ++count) {
    const size_t comma = std::min(line.text.find(',', at), line.text.size());
    if (count < fields.size()) fields[count] = {at, line.text.substr(at, comma - at)};
    more = comma < line.text.size();
    at = comma + 1;
  }
  if (count != fields.size()) {
    line.fail(0, fmt::format("{} fields; expected 5: {}", count, kHeader));
  }
  return fields;
}

uint64_t parse(const Line& line, const Field& field, const Column& column) {
  uint64_t value = 0;
  const char* end = field.text.data() + field.text.size();
  const auto [stop, error] = std::from_chars(field.text.data(), end, value);
  if (error != std::errc() || stop != end || value < column.low || value > column.high) {
    line.fail(field.at, fmt::format("{} is '{}'; expected an integer from {} to {}", column.name,
                                    field.text, column.low, column.high));
  }
  return value;
}

ReplayCell parse_cell(const Line& line, const TraceLimits& limits) {
  const std::array<Column, 5> columns = {{{"cycle", 0, kLastReplayCycle},
                                          {"src", 0, limits.hosts - 1},
                                          {"dst", 0, limits.hosts - 1},
                                          {"bytes", 16, 160},
                                          {"class", 0, limits.classes - 1}}};
  const std::array<Field, 5> fields = split(line);
  std::array<uint64_t, 5> value{};
  for (size_t i = 0; i < value.size(); ++i) value[i] = parse(line, fields[i], columns[i]);
  return {value[0], static_cast<uint32_t>(value[1]), static_cast<uint32_t>(value[2]),
          static_cast<uint8_t>((value[3] + 7) / 8), static_cast<uint8_t>(value[4])};
}

uint64_t scale_cycle(const Line& line, uint64_t cycle, double time_scale) {
  const double scaled = std::round(static_cast<double>(cycle) * time_scale);
  if (scaled > static_cast<double>(kLastReplayCycle)) {
    line.fail(0, fmt::format("cycle {} times time_scale {} is too late; expected at most {}", cycle,
                             time_scale, kLastReplayCycle));
  }
  return time_scale == 1 ? cycle : static_cast<uint64_t>(scaled);
}

}  // namespace

std::vector<ReplayCell> read_cell_trace(const std::string& file, double time_scale,
                                        const TraceLimits& limits) {
  if (const std::string fault = input_fault(file); !fault.empty()) {
    throw ConfigError(fmt::format("{}: trace: cannot be opened ({}); expected a CSV cell trace",
                                  printable(file), fault));
  }
  std::ifstream in(file);
  std::vector<ReplayCell> cells;
  uint64_t last = 0;
  bool header = false;
  std::string text;
  for (unsigned number = 1; std::getline(in, text); ++number) {
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (number == 1 && text.rfind(kByteOrderMark, 0) == 0) text.erase(0, kByteOrderMark.size());
    if (text.empty() || text.front() == '#') continue;
    const Line line{file, number, text};
    if (!header) {
      if (text != kHeader)
        line.fail(0, fmt::format("header is '{}'; expected '{}'", text, kHeader));
      header = true;
      continue;
    }
    cells.push_back(parse_cell(line, limits));
    ReplayCell& cell = cells.back();
    if (cell.cycle < last) {
      line.fail(0, fmt::format("cycle {} comes after cycle {}; expected cells in order of time",
                               cell.cycle, last));
    }
    last = cell.cycle;
    cell.cycle = scale_cycle(line, cell.cycle, time_scale);
  }
  if (in.bad()) {
    throw ConfigError(fmt::format("{}: trace: cannot be read ({}); expected a CSV cell trace",
                                  printable(file), std::strerror(errno)));
  }
  if (cells.empty()) {
    throw ConfigError(fmt::format("{}: trace: no cells; expected a line '{}' and at least one cell",
                                  printable(file), kHeader));
  }
  return cells;
}

}  // namespace tinsim
