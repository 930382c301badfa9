// SPDX-License-Identifier: Apache-2.0
// A comparison as tables for people, and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/printable.h"
#include "platform/compare/comparison.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

/// Columns as wide as their widest field, the first `left` and the last to the left.
std::string table(const std::vector<Row>& rows, std::size_t left) {
  std::vector<std::size_t> width(rows[0].size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_left = i < left || i + 1 == row.size();
      line += is_left ? fmt::format("  {:<{}}", row[i], width[i])
                      : fmt::format("  {:>{}}", row[i], width[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string number(std::optional<double> value, const char* form = "{:.6g}") {
  return value ? fmt::format(fmt::runtime(form), *value) : "-";
}

std::string interval(const MetricComparison& of) {
  if (!of.half_width) return "-";
  const double delta = *of.delta();
  return fmt::format("[{:+.4g}, {:+.4g}]", delta - *of.half_width, delta + *of.half_width);
}

std::string settings_table(const GroupComparison& of) {
  if (of.settings.empty()) return "  The configurations are equal.\n";
  constexpr std::size_t kWidest = 60;
  const auto shown = [](const std::string& value) {
    return value.empty() ? std::string("not used") : printable(value, kWidest);
  };
  std::vector<Row> rows = {{"key", "A", "B"}};
  for (const SettingDifference& each : of.settings)
    rows.push_back({printable(each.key, kWidest), shown(each.a), shown(each.b)});
  return table(rows, 3);
}

std::string metrics_table(const GroupComparison& of) {
  std::vector<Row> rows = {
      {"metric", "A", "B", "B - A", "%", "95 % interval of B - A", "from", "verdict"}};
  for (const MetricComparison& each : of.metrics) {
    std::string verdict = name_of(each.outcome);
    if (!each.reason.empty()) verdict += ": " + printable(each.reason);
    rows.push_back({each.metric, number(each.a), number(each.b), number(each.delta(), "{:+.4g}"),
                    number(each.delta_percent(), "{:+.2f}"), interval(each),
                    each.by.empty() ? "-" : each.by, verdict});
  }
  return table(rows, 1);
}

std::string runs_text(std::size_t runs) { return runs == 1 ? "" : fmt::format(" ({} runs)", runs); }

Json json_of(std::optional<double> value) { return value ? Json(*value) : Json(); }

Json json_of(const MetricComparison& of) {
  Json json = {{"metric", of.metric},
               {"a", json_of(of.a)},
               {"b", json_of(of.b)},
               {"delta", json_of(of.delta())},
               {"delta_percent", json_of(of.delta_percent())},
               {"low", Json()},
               {"high", Json()},
               {"from", of.by},
               {"better", name_of(sense_of(of.metric))},
               {"verdict", name_of(of.outcome)},
               {"reason", of.reason}};
  if (of.half_width) {
    json["low"] = *of.delta() - *of.half_width;
    json["high"] = *of.delta() + *of.half_width;
  }
  return json;
}

Json json_of(const GroupComparison& of) {
  Json settings = Json::array(), metrics = Json::array();
  const auto value = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  for (const SettingDifference& each : of.settings)
    settings.push_back({{"key", each.key}, {"a", value(each.a)}, {"b", value(each.b)}});
  for (const MetricComparison& each : of.metrics) metrics.push_back(json_of(each));
  return {{"point", of.point},
          {"runs", {of.runs_a, of.runs_b}},
          {"configuration", std::move(settings)},
          {"metrics", std::move(metrics)}};
}

}  // namespace

std::string comparison_text(const std::vector<Comparison>& all) {
  std::string text;
  for (const Comparison& each : all) {
    for (const GroupComparison& of : each.groups) {
      text += fmt::format("{}A: {}{}\nB: {}{}\n", text.empty() ? "" : "\n", printable(each.a),
                          runs_text(of.runs_a), printable(each.b), runs_text(of.runs_b));
      if (!of.point.empty()) text += fmt::format("at {}\n", printable(of.point, of.point.size()));
      text += "\nconfiguration\n" + settings_table(of) + "\nresults\n" + metrics_table(of);
    }
    for (const std::string& alone : each.alone)
      text += fmt::format("\nonly in {}\n", printable(alone, alone.size()));
  }
  return text;
}

Json comparison_json(const std::vector<Comparison>& all) {
  Json json = {{"confidence", 0.95}, {"comparisons", Json::array()}};
  for (const Comparison& each : all) {
    Json points = Json::array();
    for (const GroupComparison& of : each.groups) points.push_back(json_of(of));
    json["comparisons"].push_back({{"a", each.a},
                                   {"b", each.b},
                                   {"points", std::move(points)},
                                   {"only_on_one_side", each.alone}});
  }
  return json;
}

}  // namespace tinsim
