// SPDX-License-Identifier: Apache-2.0
// Saturation throughput of a curve as a number.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/curves/axis.h"

namespace tinsim {

/// Accepted traffic may be so much less than offered, of offered, and still count as all of it.
constexpr double kSustainedShortfall = 0.01;

/// A point of one curve.
struct LoadPoint {
  double accepted = 0;            ///< Gb/s per TiN
  std::optional<double> offered;  ///< none where engines make cells when they need them
  bool steady = false;            ///< and not saturated
};

/// How a saturation throughput is known, from the best to the worst.
enum class SaturationKind {
  kSustained,  ///< the largest accepted rate of a point that carries all that is offered
  kAtLeast,    ///< the same; the last point of the curve carries all, so there may be more
  kPeak,       ///< no point carries all: the largest accepted rate of any
};
const char* name_of(SaturationKind kind);

struct Saturation {
  double gbps = 0;
  SaturationKind kind = SaturationKind::kPeak;
  double peak = 0;     ///< the largest accepted rate of any point
  std::size_t at = 0;  ///< the point of `gbps`
};

/// Of a curve whose points are in the order of what is offered. A point carries all that is offered
/// if it is steady and accepts at least 99 % of it; where no offered rate exists, if it is steady.
/// None without points.
std::optional<Saturation> saturation_of(const std::vector<LoadPoint>& curve);

/// A row of sweep.curves.csv: a curve, over all its seeds.
struct CurveSaturation {
  std::string curve;
  std::size_t seeds = 0;
  double mean = 0, min = 0, max = 0;            ///< of the seeds' saturation throughput
  double peak = 0;                              ///< mean of the seeds'
  SaturationKind kind = SaturationKind::kPeak;  ///< the worst of the seeds
};

/// Of all curves that have an accepted rate; empty unless the axis is one of loads or rates.
std::vector<CurveSaturation> saturations_of(const std::vector<std::string>& parameters,
                                            const std::vector<CurvePoint>& points,
                                            const Axis& axis);

}  // namespace tinsim
