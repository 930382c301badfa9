// SPDX-License-Identifier: Apache-2.0
// Points of a sweep as curves: which parameter or figure is the x axis, and which points are
// joined.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platform/curves/figures.h"

namespace tinsim {

/// A point of a sweep that has a result.
struct CurvePoint {
  size_t number = 0;                           ///< in the sweep
  std::vector<nlohmann::ordered_json> values;  ///< by parameter
  Figures figures;
};

/// The parameter that stands for the rows of a `list` with labels.
inline constexpr const char* kLabel = "label";
inline constexpr const char* kOffered = "offered_gbps_per_tin";
inline constexpr const char* kAccepted = "accepted_gbps_per_tin";

/// The x axis.
struct Axis {
  std::string name;        ///< path of a parameter, or name of a figure
  bool is_metric = false;  ///< the latter
  std::optional<size_t>
      parameter;           ///< whose values order the points of a curve; none: there is none
  std::set<size_t> along;  ///< parameters that vary along a curve
  bool is_load = false;    ///< these are loads or rates of traffic
};

/// `x`: what the sweep file names; empty: the number with most values. docs/reference/sweeps.md has
/// the rule. A name that is no parameter is that of a figure.
Axis choose_axis(const std::vector<std::string>& parameters, const std::vector<CurvePoint>& points,
                 const std::string& x);

/// Points that share all parameters but those along the axis and the seed.
struct Curve {
  std::string name;            ///< the values of what it shares and others do not; may be empty
  std::vector<size_t> points;  ///< indices, in the order of the axis
};

/// In the order of their first points.
std::vector<Curve> curves_of(const std::vector<std::string>& parameters,
                             const std::vector<CurvePoint>& points, const Axis& axis);

}  // namespace tinsim
