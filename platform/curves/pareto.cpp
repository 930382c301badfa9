// SPDX-License-Identifier: Apache-2.0
// Cost against gain: which points no other point beats.
#include "platform/curves/pareto.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "platform/curves/saturation.h"

namespace tinsim {
namespace {

/// Costs that a chart shows if the sweep file names none.
constexpr const char* kDefaultCost = "cost.chip_area_mm2";

/// The values of all parameters that points differ in.
std::string settings_of(const std::vector<std::string>& parameters,
                        const std::vector<CurvePoint>& points, const CurvePoint& point) {
  std::string text;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (std::all_of(points.begin(), points.end(), [&](const CurvePoint& other) {
          return other.values[i] == points[0].values[i];
        }))
      continue;
    const auto& value = point.values[i];
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameters[i],
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

void add_points(const std::vector<std::string>& parameters, const std::vector<CurvePoint>& points,
                Pareto& pareto) {
  for (const CurvePoint& point : points) {
    const auto cost = number_in(point.figures, pareto.spec.cost);
    const auto gain = number_in(point.figures, pareto.spec.gain);
    if (!cost || !gain) continue;
    pareto.rows.push_back(
        {settings_of(parameters, points, point), point.number, {*cost, *gain}, false});
  }
}

/// The cost of a curve is that of its first point.
void add_curves(const std::vector<std::string>& parameters, const std::vector<CurvePoint>& points,
                const Axis& axis, Pareto& pareto) {
  const std::vector<Curve> curves = curves_of(parameters, points, axis);
  for (const CurveSaturation& of : saturations_of(parameters, points, axis)) {
    const auto curve = std::find_if(curves.begin(), curves.end(),
                                    [&](const Curve& each) { return each.name == of.curve; });
    const auto cost = number_in(points[curve->points.front()].figures, pareto.spec.cost);
    if (cost) pareto.rows.push_back({of.curve, std::nullopt, {*cost, of.mean}, false});
  }
}

}  // namespace

bool ParetoSpec::more_is_better() const {
  return gain_is.empty() ? sense_of(gain) != Sense::kLower : gain_is == "higher";
}

std::vector<bool> non_dominated(const std::vector<Tradeoff>& of, bool more_is_better) {
  const auto loss = [&](size_t i) { return more_is_better ? -of[i].gain : of[i].gain; };
  std::vector<size_t> order(of.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(of[a].cost, loss(a)) < std::pair(of[b].cost, loss(b));
  });
  std::vector<bool> best(of.size(), false);
  double least = std::numeric_limits<double>::infinity();  // loss of all that cost less
  for (size_t from = 0; from < order.size();) {
    // Of those that cost the same, the first lose least.
    const double cost = of[order[from]].cost, group_least = loss(order[from]);
    for (; from < order.size() && of[order[from]].cost == cost; ++from)
      best[order[from]] = loss(order[from]) == group_least && group_least < least;
    least = std::min(least, group_least);
  }
  return best;
}

Pareto pareto_of(const std::vector<std::string>& parameters, const std::vector<CurvePoint>& points,
                 const Axis& axis, const ParetoSpec& spec) {
  Pareto pareto{spec, {}};
  if (spec.cost.empty()) {
    const bool has_cost = std::any_of(points.begin(), points.end(), [](const CurvePoint& point) {
      return number_in(point.figures, kDefaultCost).has_value();
    });
    if (!has_cost) return pareto;
    pareto.spec = {kDefaultCost, axis.is_load ? kSaturationGain : kAccepted, ""};
  }
  if (pareto.spec.gain == kSaturationGain) {
    add_curves(parameters, points, axis, pareto);
  } else {
    add_points(parameters, points, pareto);
  }
  std::vector<Tradeoff> of;
  for (const ParetoRow& row : pareto.rows) of.push_back(row.at);
  const std::vector<bool> best = non_dominated(of, pareto.spec.more_is_better());
  for (size_t i = 0; i < best.size(); ++i) pareto.rows[i].is_best = best[i];
  return pareto;
}

}  // namespace tinsim
