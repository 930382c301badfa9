// SPDX-License-Identifier: Apache-2.0
// Points of a sweep: ranges, random draws, and their combinations.
#include <Random123/philox.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "platform/sweep/points.h"

namespace tinsim {
namespace {

constexpr size_t kMaxPoints = 100'000;

/// 12 digits: 0.1 + 2 * 0.1 is to be 0.3.
std::string number_text(double number) { return fmt::format("{:.12g}", number); }

std::string integer_text(double number) { return fmt::format("{:.0f}", number); }

/// The value at share 0..1 of a range.
double at_share(const SweepRange& range, double share) {
  const double from = *range.from, to = *range.to;
  if (range.scale == "log") return from * std::pow(to / from, share);
  return from + (to - from) * share;
}

std::vector<SweepValue> grid_values(const SweepAxis& axis) {
  if (!axis.range) return axis.values;
  std::vector<SweepValue> values;
  const unsigned last = *axis.range->steps - 1;
  for (unsigned i = 0; i <= last; ++i) {
    const double value = at_share(*axis.range, static_cast<double>(i) / last);
    const std::string text =
        axis.range->integer ? integer_text(std::round(value)) : number_text(value);
    if (!values.empty() && values.back().text == text) {
      throw ConfigError(
          error_line(axis.place, "grid." + axis.path,
                     fmt::format("{} steps give {} twice; expected fewer steps", last + 1, text)));
    }
    values.push_back({text, axis.place, text});
  }
  return values;
}

/// 64 random bits of draw `point` of parameter `parameter`.
uint64_t random_bits(uint64_t seed, uint32_t point, uint32_t parameter) {
  const r123::Philox4x32::ctr_type counter = {{point, 0, parameter, 0}};
  const r123::Philox4x32::key_type key = {
      {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}};
  const auto word = r123::Philox4x32{}(counter, key);
  return word[0] | static_cast<uint64_t>(word[1]) << 32;
}

SweepValue drawn_value(const SweepAxis& axis, uint64_t bits) {
  const double u = static_cast<double>(bits >> 11) * 0x1p-53;  // below 1
  if (!axis.range) {
    return axis.values[static_cast<size_t>(u * static_cast<double>(axis.values.size()))];
  }
  const auto value_of = [&](const std::string& text) { return SweepValue{text, axis.place, text}; };
  if (!axis.range->integer) return value_of(number_text(at_share(*axis.range, u)));
  // Each integer has the part of the range from itself to the next.
  SweepRange wide = *axis.range;
  *wide.to += 1;
  const double value = std::floor(at_share(wide, u));
  return value_of(integer_text(std::clamp(value, *axis.range->from, *axis.range->to)));
}

using Row = std::vector<SweepValue>;

/// Every row followed by every tail.
std::vector<Row> product(const SweepSpec& spec, const std::vector<Row>& rows,
                         const std::vector<Row>& tails) {
  if (rows.size() * tails.size() > kMaxPoints) {
    throw ConfigError(error_line(spec.file, "",
                                 fmt::format("makes {} points or more; expected at most {}",
                                             rows.size() * tails.size(), kMaxPoints)));
  }
  std::vector<Row> all;
  for (const Row& row : rows) {
    for (const Row& tail : tails) {
      all.push_back(row);
      all.back().insert(all.back().end(), tail.begin(), tail.end());
    }
  }
  return all;
}

std::vector<Row> draws(const RandomSpec& random) {
  std::vector<Row> rows(random.points);
  for (uint32_t i = 0; i < random.points; ++i) {
    for (uint32_t j = 0; j < random.ranges.entries.size(); ++j) {
      rows[i].push_back(drawn_value(random.ranges.entries[j], random_bits(random.seed, i, j)));
    }
  }
  return rows;
}

}  // namespace

Expansion expand(const SweepSpec& spec) {
  Expansion result;
  result.rows = {Row{}};
  if (!spec.list.empty()) {
    std::vector<Row> rows;
    for (const SweepRow& each : spec.list) {
      rows.emplace_back();
      for (const SweepSetting& setting : each.entries) rows.back().push_back(setting.value);
    }
    for (const SweepSetting& setting : spec.list[0].entries) {
      result.parameters.push_back(setting.path);
    }
    result.rows = product(spec, result.rows, rows);
  }
  if (spec.random) {
    for (const SweepAxis& axis : spec.random->ranges.entries) {
      result.parameters.push_back(axis.path);
    }
    result.rows = product(spec, result.rows, draws(*spec.random));
  }
  for (const SweepAxis& axis : spec.grid.entries) {
    result.parameters.push_back(axis.path);
    std::vector<Row> column;
    for (const SweepValue& value : grid_values(axis)) column.push_back({value});
    result.rows = product(spec, result.rows, column);
  }
  return result;
}

}  // namespace tinsim
