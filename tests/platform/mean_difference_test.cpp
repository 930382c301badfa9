// SPDX-License-Identifier: Apache-2.0
// The interval on the difference of two means: published values, and how often it covers the truth.
#include "platform/statistics/mean_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/platform/stats_synthetic.h"

namespace tinsim {
namespace {

// Example 1 of Wikipedia, "Welch's t-test": means 20.8 and 23.0, t = -2.46, 25.0 degrees of
// freedom; the two-sided 5 % quantile of Student's t with 25 degrees of freedom is 2.060.
TEST(MeanDifference, ReproducesAPublishedExample) {
  const MeanEstimate a = mean_of_values(
      {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4});
  const MeanEstimate b = mean_of_values(
      {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4});
  EXPECT_NEAR(a.mean, 20.8, 0.05);
  EXPECT_NEAR(b.mean, 23.0, 0.05);
  const MeanDifference found = difference_of(a, b);
  EXPECT_NEAR(found.freedom, 25.0, 0.05);
  const double error = std::hypot(a.standard_error, b.standard_error);
  EXPECT_NEAR(-found.delta / error, -2.46, 0.005);
  EXPECT_NEAR(found.half_width / error, 2.060, 0.0005);
}

TEST(MeanDifference, EqualValuesHaveNoError) {
  const MeanDifference found =
      difference_of(mean_of_values({0.1, 0.1, 0.1}), mean_of_values({0.3, 0.3}));
  EXPECT_DOUBLE_EQ(found.delta, 0.2);
  EXPECT_EQ(found.half_width, 0);
}

TEST(MeanDifference, OneKnownExactlyLeavesTheOther) {
  const MeanEstimate a = mean_of_values({1, 2, 3, 4, 5});
  const MeanDifference found = difference_of(a, {3, 0, 1});
  EXPECT_DOUBLE_EQ(found.freedom, 4);
  EXPECT_NEAR(found.half_width, 2.776 * a.standard_error, 0.001);  // Student's t with 4
}

/// In how many of `draws` the 95 % interval covers the true difference.
template <class Draw>
double coverage(int draws, double truth, const Draw& draw) {
  int covered = 0;
  for (int i = 0; i < draws; ++i) {
    const MeanDifference found = draw();
    covered += std::abs(found.delta - truth) <= found.half_width;
  }
  return covered / double(draws);
}

std::vector<double> normal_values(std::size_t n, double mean, double deviation,
                                  std::mt19937_64& random) {
  std::normal_distribution<double> normal(mean, deviation);
  std::vector<double> values(n);
  for (double& value : values) value = normal(random);
  return values;
}

// Of 1000 draws with 95 %, the share lies within 1.5 % of it in 97 of 100 seeds.
TEST(MeanDifference, CoversTheTruthAsOftenAsItSays) {
  std::mt19937_64 random(4);
  const double share = coverage(1000, 2.0, [&] {
    return difference_of(mean_of_values(normal_values(5, 10, 1, random)),
                         mean_of_values(normal_values(8, 12, 3, random)));
  });
  EXPECT_GE(share, 0.935);
  EXPECT_LE(share, 0.965);
}

TEST(MeanDifference, TheCheckNoticesAnIntervalOfOtherConfidence) {
  std::mt19937_64 random(4);
  const double share = coverage(1000, 0.0, [&] {
    return difference_of(mean_of_values(normal_values(5, 0, 1, random)),
                         mean_of_values(normal_values(5, 0, 1, random)), 0.90);
  });
  EXPECT_LT(share, 0.935);
}

// Batches of a run are correlated; grouping and widening keep the promise.
TEST(MeanDifference, CoversTheTruthForCorrelatedBatches) {
  std::mt19937_64 random(7);
  const auto series = [&](double mean) {
    std::vector<double> y = autoregression(100, 0.6, 1.0, random);
    for (double& value : y) value += mean;
    return mean_of_series(y);
  };
  const double share = coverage(1000, 1.0, [&] { return difference_of(series(5), series(6)); });
  EXPECT_GE(share, 0.935);
}

TEST(MeanDifference, TakesTheIntervalOfTheMeanLatency) {
  std::mt19937_64 random(3);
  const MeanInterval interval =
      mean_latency_interval(batches_with_latency(autoregression(100, 0, 20, random), 400));
  const MeanEstimate mean = mean_of_interval(interval);
  EXPECT_EQ(mean.mean, interval.mean_cycles);
  // The interval of one mean against one known exactly is its own.
  EXPECT_NEAR(difference_of({0, 0, 1}, mean).half_width, interval.half_width_cycles, 1e-9);
}

}  // namespace
}  // namespace tinsim
