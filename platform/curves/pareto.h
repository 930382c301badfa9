// SPDX-License-Identifier: Apache-2.0
// Cost against gain: which points no other point beats.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/curves/axis.h"
#include "platform/curves/sense.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// Which figures a chart sets against each other.
struct ParetoSpec {
  std::string cost;     ///< less is better; empty: a default, if results have one
  std::string gain;     ///< figure, or `saturation_gbps_per_tin` of a curve
  std::string gain_is;  ///< `higher` or `lower`; empty: what sense_of() says, else higher

  TIN_FIELDS(cost, gain, gain_is)

  /// Whether more of the gain is better.
  bool more_is_better() const;
};

/// The gain that curves have, not points.
inline constexpr const char* kSaturationGain = "saturation_gbps_per_tin";

struct Tradeoff {
  double cost = 0;
  double gain = 0;
};

/// Whether each is non-dominated: none other has at most its cost and at least as good a gain, and
/// is better in one of them. Equal ones do not dominate each other. NaN is not allowed.
std::vector<bool> non_dominated(const std::vector<Tradeoff>& of, bool more_is_better);

/// A row of sweep.pareto.csv: a point, or a curve.
struct ParetoRow {
  std::string name;              ///< values of the parameters
  std::optional<size_t> number;  ///< of the point; none: a curve
  Tradeoff at;
  bool is_best = false;  ///< non-dominated
};

struct Pareto {
  ParetoSpec spec;  ///< with the defaults resolved; no cost: there is nothing to compare
  std::vector<ParetoRow> rows;
};

/// Points, or for the saturation throughput curves, that have both figures. Default: area of the
/// chip, where results have it, against saturation throughput.
Pareto pareto_of(const std::vector<std::string>& parameters, const std::vector<CurvePoint>& points,
                 const Axis& axis, const ParetoSpec& spec);

}  // namespace tinsim
