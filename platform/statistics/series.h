// SPDX-License-Identifier: Apache-2.0
// Tests on a short, correlated series of batch means: truncation, trend, excess over zero.
#pragma once

#include <cstddef>
#include <vector>

namespace tinsim {

/// First and past-the-end index of group `i` when `n` elements are dealt to `groups` neighbouring
/// groups whose sizes differ by at most one.
struct GroupRange {
  std::size_t begin;
  std::size_t end;
};
constexpr GroupRange group_range(std::size_t n, std::size_t groups, std::size_t i) {
  return {i * n / groups, (i + 1) * n / groups};
}

/// Means of `groups` neighbouring groups. Precondition: 1 <= groups <= y.size().
std::vector<double> group_means(const std::vector<double>& y, std::size_t groups);

/// Lag-1 autocorrelation of values that already have mean zero; 0 for a constant series.
double lag1_autocorrelation(const std::vector<double>& residuals);

/// By how much the variance of a mean (or slope) grows when neighbours are correlated as in a
/// first-order autoregression: (1 + r) / (1 - r), at least 1. `fitted` is the number of parameters
/// that were estimated before the residuals were formed; each pulls the estimate of r down by about
/// (1 + r) / n, which is put back.
double correlation_inflation(const std::vector<double>& residuals, unsigned fitted);

/// One-sided test of an estimate whose standard error allows for correlated neighbours.
struct TestResult {
  double estimate = 0;  ///< slope per element, or mean
  double p_value = 1;   ///< chance of so large an estimate when the truth is zero
  double upper = 0;     ///< one-sided 95 % confidence bound: the truth is hardly larger
};

/// Least-squares slope against "the series does not rise". Precondition: y.size() >= 4.
TestResult test_rising(const std::vector<double>& y);

/// Mean against "the mean is not above zero". Precondition: y.size() >= 3.
TestResult test_above_zero(const std::vector<double>& y);

/// MSER truncation point (White, Simulation 69(6), 1997): the d <= n/2 that minimises the squared
/// standard error of the mean of y[d..n). Returning n/2 means "no settled part was found".
std::size_t mser_truncation(const std::vector<double>& y);

}  // namespace tinsim
