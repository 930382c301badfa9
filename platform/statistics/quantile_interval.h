// SPDX-License-Identifier: Apache-2.0
// Confidence interval of a percentile of latencies, from batches.
#pragma once

#include <cstdint>
#include <vector>

#include "base/histogram.h"
#include "platform/statistics/steady.h"

namespace tinsim {

/// Cells of a batch, and those of them that took longer than a threshold.
struct ExceedingCells {
  uint64_t cells = 0;
  uint64_t exceeding = 0;
};

struct QuantileInterval {
  double value_cycles = 0;
  double half_width_cycles = 0;  ///< infinite where the upper end lies beyond the sample
  bool reliable = false;         ///< MeanInterval::reliable of the share that exceeds
};

/// The interval of the share of cells that exceed a threshold near the percentile, by
/// mean_latency_interval(), read from the distribution of all cells: half of the distance between
/// the percentiles that lie that share below and above. `percent` is 0..100.
QuantileInterval quantile_interval(const Histogram& all, double percent,
                                   const std::vector<ExceedingCells>& batches,
                                   const SteadyLimits& limits = {});

}  // namespace tinsim
