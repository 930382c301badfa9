// SPDX-License-Identifier: Apache-2.0
// The difference of two means with its confidence interval.
#pragma once

#include <cstddef>
#include <vector>

#include "platform/statistics/steady.h"

namespace tinsim {

/// A mean, and how well it is known.
struct MeanEstimate {
  double mean = 0;
  double standard_error = 0;
  double freedom = 0;  ///< degrees of freedom of the standard error
};

/// Of independent values, as of runs with different seeds. Precondition: at least two.
MeanEstimate mean_of_values(const std::vector<double>& values);

/// Of a series of batches of equal length, which are merged to at most 20 groups; what correlation
/// is left between neighbours widens the standard error. Precondition: at least 4 batches.
MeanEstimate mean_of_series(const std::vector<double>& batches);

/// Of an interval by mean_latency_interval(). Precondition: it has at least two groups.
MeanEstimate mean_of_interval(const MeanInterval& interval, const SteadyLimits& limits = {});

/// b - a.
struct MeanDifference {
  double delta = 0;
  double half_width = 0;  ///< of the confidence interval; 0 where neither mean has any error
  double freedom = 0;
};

/// Welch's interval: the standard errors are of any sizes, degrees of freedom by Satterthwaite.
MeanDifference difference_of(const MeanEstimate& a, const MeanEstimate& b,
                             double confidence = 0.95);

}  // namespace tinsim
