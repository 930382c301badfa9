// SPDX-License-Identifier: Apache-2.0
// Points of a sweep as curves.
#include "platform/curves/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSeedPath = "run.seed";

bool ends_in(const std::string& path, const std::string& key) {
  const std::string with_dot = "." + key;
  return path == key ||
         (path.size() > with_dot.size() &&
          path.compare(path.size() - with_dot.size(), with_dot.size(), with_dot) == 0);
}

/// How many values a parameter has; 0 unless all are numbers.
size_t count_of_numbers(const std::vector<CurvePoint>& points, size_t parameter) {
  std::set<double> values;
  for (const CurvePoint& point : points) {
    if (!point.values[parameter].is_number()) return 0;
    values.insert(point.values[parameter].get<double>());
  }
  return values.size();
}

/// The number with most values; of equals a load, then a rate, then the first.
std::optional<size_t> longest(const std::vector<std::string>& parameters,
                              const std::vector<CurvePoint>& points) {
  std::optional<size_t> best;
  std::tuple<size_t, int> best_rank;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const size_t count = count_of_numbers(points, i);
    if (parameters[i] == kSeedPath || count < 2) continue;
    const int kind = ends_in(parameters[i], "load") ? 2 : ends_in(parameters[i], "gbps") ? 1 : 0;
    const std::tuple<size_t, int> rank = {count, kind};
    if (best && rank <= best_rank) continue;
    best = i;
    best_rank = rank;
  }
  return best;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Whether points differ in a parameter.
bool varies(const std::vector<CurvePoint>& points, size_t parameter) {
  return std::any_of(points.begin(), points.end(), [&](const CurvePoint& point) {
    return point.values[parameter] != points[0].values[parameter];
  });
}

/// Offered traffic is measured; each entry of traffic may have a load of its own.
Axis along_loads(const std::vector<std::string>& parameters, size_t parameter) {
  Axis axis{kOffered, true, parameter, {}, true};
  for (size_t i = 0; i < parameters.size(); ++i)
    if (ends_in(parameters[i], "load")) axis.along.insert(i);
  return axis;
}

}  // namespace

Axis choose_axis(const std::vector<std::string>& parameters, const std::vector<CurvePoint>& points,
                 const std::string& x) {
  const auto named = std::find(parameters.begin(), parameters.end(), x);
  std::optional<size_t> parameter = longest(parameters, points);
  if (named != parameters.end()) parameter = static_cast<size_t>(named - parameters.begin());
  const bool is_metric = !x.empty() && named == parameters.end();
  if (!parameter) return {x, is_metric, {}, {}, false};
  const std::string& path = parameters[*parameter];
  Axis axis{path, false, parameter, {*parameter}, ends_in(path, "gbps")};
  if (ends_in(path, "load")) axis = along_loads(parameters, *parameter);
  if (is_metric) {
    axis.name = x;
    axis.is_metric = true;
  }
  return axis;
}

std::vector<Curve> curves_of(const std::vector<std::string>& parameters,
                             const std::vector<CurvePoint>& points, const Axis& axis) {
  std::vector<size_t> shared;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (axis.along.count(i) == 0 && parameters[i] != kSeedPath && varies(points, i))
      shared.push_back(i);
  std::vector<Curve> curves;
  std::map<std::string, size_t> by_name;
  for (size_t at = 0; at < points.size(); ++at) {
    std::string name;
    for (const size_t i : shared) {
      const std::string value = text_of(points[at].values[i]);
      name += name.empty() ? "" : ", ";
      name += parameters[i] == kLabel ? value : fmt::format("{} = {}", parameters[i], value);
    }
    const auto [found, is_new] = by_name.emplace(name, curves.size());
    if (is_new) curves.push_back({name, {}});
    curves[found->second].points.push_back(at);
  }
  if (!axis.parameter) return curves;
  const auto value = [&](size_t at) {
    const Json& json = points[at].values[*axis.parameter];
    return json.is_number() ? json.get<double>() : 0;
  };
  for (Curve& curve : curves)
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [&](size_t a, size_t b) { return value(a) < value(b); });
  return curves;
}

}  // namespace tinsim
