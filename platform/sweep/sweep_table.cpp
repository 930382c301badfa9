// SPDX-License-Identifier: Apache-2.0
// Tables of a sweep: columns, CSV and JSON.
#include "platform/sweep/sweep_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <map>
#include <set>
#include <string_view>

#include "platform/curves/saturation.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

bool is_number(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return !text.empty() && stop == end && error != std::errc::invalid_argument;
}

/// Spreadsheets execute a cell that begins like a formula (OWASP, "CSV Injection"). An apostrophe
/// before it makes it text; a text that begins with an apostrophe is prefixed by another one, which
/// the reader removes.
bool may_be_executed(const std::string& text) {
  constexpr std::string_view kBegins = "=+-@\t\r\n'";
  if (text.empty() || is_number(text)) return false;
  if (kBegins.find(text[0]) != kBegins.npos) return true;
  for (const char* wide : {"\uff1d", "\uff0b", "\uff0d", "\uff20"}) {  // full width = + - @
    if (text.rfind(wide, 0) == 0) return true;
  }
  return false;
}

std::string csv_field(const std::string& content) {
  const std::string text = may_be_executed(content) ? "'" + content : content;
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? csv_field(value.get<std::string>()) : value.dump();
}

/// Numbers and truth values as such, all else as text.
Json typed(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_number() || json.is_boolean() || json.is_null() ? json : Json(text);
}

/// How tables and report show the points, from the sweep file.
void add_view(const Sweep& sweep, Json& json) {
  if (sweep.labelled != 0) json["labelled"] = sweep.labelled;
  if (!sweep.x.empty()) json["x"] = sweep.x;
  if (!sweep.y.empty()) json["y"] = sweep.y;
  if (sweep.pareto.cost.empty()) return;
  json["pareto"] = {{"cost", sweep.pareto.cost},
                    {"gain", sweep.pareto.gain},
                    {"gain_is", sweep.pareto.more_is_better() ? "higher" : "lower"}};
}

std::string csv_line(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::vector<std::string> figure_names(const States& states) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const PointState& state : states) {
    for (const auto& [name, value] : state.figures) {
      if (seen.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

std::string csv_table(const Sweep& sweep, const States& states) {
  const std::vector<std::string> figures = figure_names(states);
  std::vector<std::string> fields = {"point", "status", "error", "seed"};
  if (sweep.labelled != 0) fields.emplace_back(kLabel);
  for (const std::string& path : sweep.parameters) fields.push_back(csv_field(path));
  for (const std::string& name : figures) fields.push_back(csv_field(name));
  std::string table = csv_line(fields);
  for (size_t i = 0; i < states.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    fields = {point.name, states[i].status, csv_field(states[i].error), std::to_string(point.seed)};
    if (sweep.labelled != 0) fields.push_back(csv_field(point.label));
    for (const SweepValue& value : point.values) fields.push_back(csv_field(value.shown));
    const std::map<std::string, Json> of(states[i].figures.begin(), states[i].figures.end());
    for (const std::string& name : figures) {
      const auto found = of.find(name);
      fields.push_back(found == of.end() ? "" : csv_field(found->second));
    }
    table += csv_line(fields);
  }
  return table;
}

std::string json_table(const Sweep& sweep, const States& states) {
  Json points = Json::array();
  for (size_t i = 0; i < states.size(); ++i) {
    Json parameters = Json::object();
    for (size_t k = 0; k < sweep.parameters.size(); ++k) {
      parameters[sweep.parameters[k]] = typed(sweep.points[i].values[k].shown);
    }
    points.push_back({{"number", i},
                      {"point", sweep.points[i].name},
                      {"status", states[i].status},
                      {"error", states[i].error},
                      {"seed", sweep.points[i].seed},
                      {"parameters", std::move(parameters)}});
    if (sweep.labelled != 0) points.back()[kLabel] = sweep.points[i].label;
  }
  Json json = {{"name", sweep.name}, {"parameters", sweep.parameters}};
  add_view(sweep, json);
  json["points"] = std::move(points);
  // The output of a program need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

SweepCurves curves_of(const Sweep& sweep, const States& states) {
  SweepCurves curves;
  if (sweep.labelled != 0) curves.parameters.emplace_back(kLabel);
  curves.parameters.insert(curves.parameters.end(),
                           sweep.parameters.begin() + static_cast<std::ptrdiff_t>(sweep.labelled),
                           sweep.parameters.end());
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i].status != "done") continue;
    CurvePoint point{i, {}, states[i].figures};
    if (sweep.labelled != 0) point.values.emplace_back(sweep.points[i].label);
    for (size_t k = sweep.labelled; k < sweep.parameters.size(); ++k)
      point.values.push_back(typed(sweep.points[i].values[k].shown));
    curves.points.push_back(std::move(point));
  }
  curves.axis = choose_axis(curves.parameters, curves.points, sweep.x);
  return curves;
}

std::string curve_table(const SweepCurves& curves) {
  std::string table = csv_line({"curve", "seeds", "saturation_gbps_per_tin", "kind",
                                "min_gbps_per_tin", "max_gbps_per_tin", "peak_gbps_per_tin"});
  for (const CurveSaturation& of : saturations_of(curves.parameters, curves.points, curves.axis))
    table += csv_line({csv_field(of.curve), std::to_string(of.seeds), Json(of.mean).dump(),
                       name_of(of.kind), Json(of.min).dump(), Json(of.max).dump(),
                       Json(of.peak).dump()});
  return table;
}

std::string pareto_table(const SweepCurves& curves, const ParetoSpec& spec) {
  const Pareto pareto = pareto_of(curves.parameters, curves.points, curves.axis, spec);
  std::string table = csv_line(
      {"number", "of", csv_field(pareto.spec.cost), csv_field(pareto.spec.gain), "non_dominated"});
  if (pareto.spec.cost.empty()) return csv_line({"number", "of", "cost", "gain", "non_dominated"});
  for (const ParetoRow& row : pareto.rows)
    table += csv_line({row.number ? std::to_string(*row.number) : "", csv_field(row.name),
                       Json(row.at.cost).dump(), Json(row.at.gain).dump(),
                       row.is_best ? "true" : "false"});
  return table;
}

}  // namespace tinsim
