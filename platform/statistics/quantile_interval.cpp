// SPDX-License-Identifier: Apache-2.0
#include "platform/statistics/quantile_interval.h"

#include <algorithm>
#include <limits>

namespace tinsim {
namespace {

/// No cell took longer than the percentile: it is the longest latency that there is, unless more
/// cells than the share beyond it were missed by chance.
QuantileInterval at_the_top(const Histogram& all, double percent, QuantileInterval result) {
  constexpr double kEnough = 30;  // expected beyond; of these none has been seen
  result.half_width_cycles = 0;
  result.reliable = static_cast<double>(all.count()) * (1 - percent / 100) >= kEnough;
  return result;
}

}  // namespace

QuantileInterval quantile_interval(const Histogram& all, double percent,
                                   const std::vector<ExceedingCells>& batches,
                                   const SteadyLimits& limits) {
  QuantileInterval result;
  result.half_width_cycles = std::numeric_limits<double>::infinity();
  if (all.count() == 0) return result;
  result.value_cycles = all.percentile(percent);
  std::vector<Batch> shares(batches.size());
  for (std::size_t i = 0; i < batches.size(); ++i) {
    shares[i].delivered_cells = batches[i].cells;
    shares[i].latency_sum_cycles = batches[i].exceeding;
  }
  const MeanInterval exceeding = mean_latency_interval(shares, limits);
  if (exceeding.groups < 2) return result;
  const double half = 100 * exceeding.half_width_cycles;
  if (exceeding.mean_cycles == 0) return at_the_top(all, percent, result);
  if (percent + half >= 100) return result;
  const double low = all.percentile(std::max(percent - half, 0.0));
  result.half_width_cycles = (all.percentile(percent + half) - low) / 2;
  result.reliable = exceeding.reliable;
  return result;
}

}  // namespace tinsim
