// SPDX-License-Identifier: Apache-2.0
// Tests on a short, correlated series of batch means: truncation, trend, excess over zero.
#include "platform/statistics/series.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace tinsim {
namespace {

double mean_of(const std::vector<double>& y) {
  return std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
}

double sum_of_squares(const std::vector<double>& y) {
  return std::inner_product(y.begin(), y.end(), y.begin(), 0.0);
}

/// A series without any scatter decides by its sign alone.
TestResult student_test(double estimate, double variance, double degrees_of_freedom) {
  if (!(variance > 0)) return {estimate, estimate > 0 ? 0.0 : 1.0, estimate};
  const double standard_error = std::sqrt(variance);
  const boost::math::students_t t(degrees_of_freedom);
  return {estimate, boost::math::cdf(boost::math::complement(t, estimate / standard_error)),
          estimate + boost::math::quantile(t, 0.95) * standard_error};
}

}  // namespace

std::vector<double> group_means(const std::vector<double>& y, std::size_t groups) {
  std::vector<double> means(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    const auto [begin, end] = group_range(y.size(), groups, g);
    for (std::size_t i = begin; i < end; ++i) means[g] += y[i];
    means[g] /= static_cast<double>(end - begin);
  }
  return means;
}

double lag1_autocorrelation(const std::vector<double>& residuals) {
  const double scale = sum_of_squares(residuals);
  if (residuals.size() < 2 || !(scale > 0)) return 0;
  return std::inner_product(residuals.begin() + 1, residuals.end(), residuals.begin(), 0.0) / scale;
}

double correlation_inflation(const std::vector<double>& residuals, unsigned fitted) {
  // Beyond 0.9 the estimate says only that the series is too short for any statement.
  constexpr double kHighest = 0.9;
  const double raw = lag1_autocorrelation(residuals);
  const double n = static_cast<double>(residuals.size());
  const double r = std::clamp(raw + fitted * (1 + raw) / n, 0.0, kHighest);
  return (1 + r) / (1 - r);
}

TestResult test_rising(const std::vector<double>& y) {
  const double n = static_cast<double>(y.size());
  const double x_mean = (n - 1) / 2, y_mean = mean_of(y);
  double sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double x = static_cast<double>(i) - x_mean;
    sxx += x * x;
    sxy += x * (y[i] - y_mean);
  }
  const double slope = sxy / sxx;
  std::vector<double> residuals(y.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    residuals[i] = y[i] - y_mean - slope * (static_cast<double>(i) - x_mean);
  const double variance =
      sum_of_squares(residuals) / (n - 2) / sxx * correlation_inflation(residuals, 2);
  return student_test(slope, variance, n - 2);
}

TestResult test_above_zero(const std::vector<double>& y) {
  const double n = static_cast<double>(y.size());
  const double mean = mean_of(y);
  std::vector<double> residuals(y.size());
  std::transform(y.begin(), y.end(), residuals.begin(), [mean](double v) { return v - mean; });
  const double variance =
      sum_of_squares(residuals) / (n - 1) / n * correlation_inflation(residuals, 1);
  return student_test(mean, variance, n - 1);
}

std::size_t mser_truncation(const std::vector<double>& y) {
  // Running sums from the end, about the overall mean so that nothing cancels.
  const double centre = mean_of(y);
  std::size_t best = y.size() / 2;
  double best_error = std::numeric_limits<double>::infinity(), sum = 0, squares = 0;
  for (std::size_t d = y.size(); d-- > 0;) {
    const double v = y[d] - centre, m = static_cast<double>(y.size() - d);
    sum += v;
    squares += v * v;
    if (d > y.size() / 2) continue;
    const double error = std::max(squares - sum * sum / m, 0.0) / (m * m);
    if (error <= best_error) {
      best_error = error;
      best = d;
    }
  }
  return best;
}

}  // namespace tinsim
