// SPDX-License-Identifier: Apache-2.0
// Saturation throughput of a curve as a number.
#include "platform/curves/saturation.h"

#include <algorithm>
#include <map>

namespace tinsim {
namespace {

bool carries_all(const LoadPoint& point) {
  return point.steady &&
         (!point.offered || point.accepted >= (1 - kSustainedShortfall) * *point.offered);
}

std::optional<LoadPoint> load_point(const Figures& figures) {
  const std::optional<double> accepted = number_in(figures, kAccepted);
  if (!accepted) return std::nullopt;
  std::optional<double> offered = number_in(figures, kOffered);
  if (offered && !(*offered > 0)) offered.reset();
  return LoadPoint{*accepted, offered,
                   is_true(figures, "steady") && !is_true(figures, "saturated")};
}

/// The curve of each seed.
std::map<std::string, std::vector<LoadPoint>> by_seed(const std::vector<std::string>& parameters,
                                                      const std::vector<CurvePoint>& points,
                                                      const Curve& curve) {
  const auto seed = std::find(parameters.begin(), parameters.end(), "run.seed");
  std::map<std::string, std::vector<LoadPoint>> curves;
  for (const size_t at : curve.points) {
    const std::optional<LoadPoint> point = load_point(points[at].figures);
    if (!point) continue;
    const auto of_seed = static_cast<size_t>(seed - parameters.begin());
    curves[seed == parameters.end() ? "" : points[at].values[of_seed].dump()].push_back(*point);
  }
  return curves;
}

}  // namespace

const char* name_of(SaturationKind kind) {
  return kind == SaturationKind::kSustained ? "sustained"
         : kind == SaturationKind::kAtLeast ? "at least"
                                            : "peak";
}

std::optional<Saturation> saturation_of(const std::vector<LoadPoint>& curve) {
  if (curve.empty()) return std::nullopt;
  const auto largest = [&](const auto& counts) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < curve.size(); ++i)
      if (counts(curve[i]) && (!best || curve[i].accepted > curve[*best].accepted)) best = i;
    return best;
  };
  const std::size_t peak = *largest([](const LoadPoint&) { return true; });
  const std::optional<std::size_t> sustained = largest(carries_all);
  const SaturationKind kind = !sustained                  ? SaturationKind::kPeak
                              : carries_all(curve.back()) ? SaturationKind::kAtLeast
                                                          : SaturationKind::kSustained;
  const std::size_t at = sustained.value_or(peak);
  return Saturation{curve[at].accepted, kind, curve[peak].accepted, at};
}

std::vector<CurveSaturation> saturations_of(const std::vector<std::string>& parameters,
                                            const std::vector<CurvePoint>& points,
                                            const Axis& axis) {
  std::vector<CurveSaturation> rows;
  if (!axis.is_load) return rows;
  for (const Curve& curve : curves_of(parameters, points, axis)) {
    CurveSaturation row;
    for (const auto& [seed, of] : by_seed(parameters, points, curve)) {
      const Saturation one = *saturation_of(of);
      row.kind = row.seeds == 0 ? one.kind : std::max(row.kind, one.kind);
      row.min = row.seeds == 0 ? one.gbps : std::min(row.min, one.gbps);
      row.max = std::max(row.max, one.gbps);
      row.mean += one.gbps;
      row.peak += one.peak;
      ++row.seeds;
    }
    if (row.seeds == 0) continue;
    row.curve = curve.name;
    row.mean /= static_cast<double>(row.seeds);
    row.peak /= static_cast<double>(row.seeds);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace tinsim
