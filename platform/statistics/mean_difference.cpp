// SPDX-License-Identifier: Apache-2.0
// The difference of two means with its confidence interval.
#include "platform/statistics/mean_difference.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "platform/statistics/series.h"

namespace tinsim {
namespace {

constexpr std::size_t kMostGroups = 20;

double two_sided_quantile(double freedom, double confidence) {
  return boost::math::quantile(boost::math::students_t(freedom), 0.5 + confidence / 2);
}

/// Variance of the mean, times `inflation` of the deviations.
template <class Inflation>
MeanEstimate estimate(const std::vector<double>& values, const Inflation& inflation) {
  const double n = static_cast<double>(values.size());
  // About the first value, so that equal values have no error at all.
  const double origin = values[0];
  double sum = 0;
  for (const double v : values) sum += v - origin;
  std::vector<double> deviations(values.size());
  std::transform(values.begin(), values.end(), deviations.begin(),
                 [&](double v) { return v - origin - sum / n; });
  const double squares =
      std::inner_product(deviations.begin(), deviations.end(), deviations.begin(), 0.0);
  return {origin + sum / n, std::sqrt(squares / (n - 1) / n * inflation(deviations)), n - 1};
}

}  // namespace

MeanEstimate mean_of_values(const std::vector<double>& values) {
  return estimate(values, [](const std::vector<double>&) { return 1.0; });
}

MeanEstimate mean_of_series(const std::vector<double>& batches) {
  return estimate(
      group_means(batches, std::min(batches.size(), kMostGroups)),
      [](const std::vector<double>& deviations) { return correlation_inflation(deviations, 1); });
}

MeanEstimate mean_of_interval(const MeanInterval& interval, const SteadyLimits& limits) {
  const double freedom = static_cast<double>(interval.groups) - 1;
  return {interval.mean_cycles,
          interval.half_width_cycles / two_sided_quantile(freedom, limits.confidence), freedom};
}

MeanDifference difference_of(const MeanEstimate& a, const MeanEstimate& b, double confidence) {
  const double of_a = a.standard_error * a.standard_error,
               of_b = b.standard_error * b.standard_error, both = of_a + of_b;
  if (!(both > 0)) return {b.mean - a.mean, 0, 0};
  const double freedom = both * both / (of_a * of_a / a.freedom + of_b * of_b / b.freedom);
  return {b.mean - a.mean, two_sided_quantile(freedom, confidence) * std::sqrt(both), freedom};
}

}  // namespace tinsim
