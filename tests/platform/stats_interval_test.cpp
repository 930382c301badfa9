// SPDX-License-Identifier: Apache-2.0
// The tests on batch series, and the interval on the mean, against textbook values and known truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "platform/statistics/series.h"
#include "platform/statistics/steady.h"
#include "tests/platform/stats_synthetic.h"

namespace tinsim {
namespace {

TEST(Series, LagOneAutocorrelationOfAnAlternatingSeries) {
  EXPECT_DOUBLE_EQ(lag1_autocorrelation({1, -1, 1, -1}), -0.75);
  EXPECT_EQ(lag1_autocorrelation({0, 0, 0}), 0);
}

TEST(Series, InflationPutsTheLostCorrelationBack) {
  // r = 0.25 as seen; one fitted mean pulled it down by (1 + r) / 4: 0.5625, so 1.5625 / 0.4375.
  EXPECT_DOUBLE_EQ(correlation_inflation({1, 1, -1, -1}, 1), 1.5625 / 0.4375);
  EXPECT_EQ(correlation_inflation({1, -1, 1, -1}, 1), 1);  // never below one
}

TEST(Series, GroupsCoverEveryElementOnce) {
  for (std::size_t n : {10u, 11u, 19u, 400u}) {
    std::size_t next = 0;
    for (std::size_t g = 0; g < 10; ++g) {
      EXPECT_EQ(group_range(n, 10, g).begin, next);
      next = group_range(n, 10, g).end;
    }
    EXPECT_EQ(next, n);
  }
}

// Textbook regression (Anscombe's first set, sorted by x, equal spacing): slope 0.5001, standard
// error 0.1179, t = 4.241 with 9 degrees of freedom; two-sided p = 0.00217.
TEST(Series, SlopeTestReproducesAnscombesFirstSet) {
  const std::vector<double> y = {4.26, 5.68, 7.24, 4.82, 6.95, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96};
  const TestResult t = test_rising(y);
  EXPECT_NEAR(t.estimate, 0.5001, 5e-5);
  EXPECT_NEAR(t.p_value, 0.00217 / 2, 1e-5);
  EXPECT_NEAR(t.upper, 0.5001 + 1.833 * 0.1179, 5e-4);
}

TEST(Series, MserCutsAStepAtTheStep) {
  std::vector<double> y(40, 100.0);
  for (std::size_t i = 0; i < 7; ++i) y[i] = 40;
  EXPECT_EQ(mser_truncation(y), 7u);
  EXPECT_EQ(mser_truncation(std::vector<double>(40, 3.0)), 0u);
}

TEST(Series, MserFindsNoSettledPartInAStraightLine) {
  std::vector<double> y(40);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i);
  EXPECT_EQ(mser_truncation(y), 20u);
}

class Interval : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Autocorrelation, Interval, ::testing::Values(0.0, 0.5, 0.8));

TEST_P(Interval, CoversTheTrueMeanIn90To99Percent) {
  const double covered = rate([&](auto& random) {
    const auto m = mean_latency_interval(
        batches_with_latency(autoregression(200, GetParam(), 60, random), 600));
    return std::abs(m.mean_cycles - 600) <= m.half_width_cycles;
  });
  EXPECT_GE(covered, 0.90);
  EXPECT_LE(covered, 0.99);
}

TEST_P(Interval, IsRarelyWrongWhenCalledReliable) {
  for (std::size_t n : {50u, 100u, 400u}) {
    const double wrong = rate([&](auto& random) {
      const auto m = mean_latency_interval(
          batches_with_latency(autoregression(n, GetParam(), 60, random), 600));
      return m.reliable && std::abs(m.mean_cycles - 600) > m.half_width_cycles;
    });
    EXPECT_LE(wrong, 0.10) << n;
  }
}

TEST(MeanInterval, StronglyCorrelatedShortSeriesIsNotCalledReliable) {
  const double reliable = rate([](auto& random) {
    return mean_latency_interval(batches_with_latency(autoregression(100, 0.95, 60, random), 600))
        .reliable;
  });
  EXPECT_LE(reliable, 0.05);
}

// Each batch is mostly noise, so neighbours appear independent until they are merged.
TEST(MeanInterval, SlowWaveUnderFastNoiseIsNotCalledReliable) {
  const double reliable = rate([](auto& random) {
    auto y = autoregression(400, 0.99, 30, random);
    const auto noise = autoregression(400, 0, 60, random);
    std::transform(y.begin(), y.end(), noise.begin(), y.begin(), std::plus<>());
    return mean_latency_interval(batches_with_latency(y, 600)).reliable;
  });
  EXPECT_LE(reliable, 0.30);
}

TEST(MeanInterval, LongUncorrelatedSeriesIsReliableAndAsWideAsTheory) {
  std::mt19937_64 random(7);
  double width = 0;
  for (int i = 0; i < 100; ++i) {
    const auto m =
        mean_latency_interval(batches_with_latency(autoregression(400, 0, 60, random), 600));
    EXPECT_TRUE(m.reliable);
    width += m.half_width_cycles / 100;
  }
  EXPECT_NEAR(width, 1.96 * 60 / std::sqrt(400.0), 0.15 * 5.88);
}

TEST(MeanInterval, WeighsBatchesByTheirCells) {
  std::vector<Batch> b(30, Batch{1000, 1, 100, 0, 0, 0});
  for (std::size_t i = 0; i < b.size(); i += 3) b[i] = Batch{1000, 8, 1600, 0, 0, 0};
  b.push_back(Batch{1000, 0, 0, 0, 0, 0});  // empty batches are allowed
  const auto m = mean_latency_interval(b);
  EXPECT_DOUBLE_EQ(m.mean_cycles, (10 * 1600 + 20 * 100) / (10 * 8 + 20 * 1.0));
  EXPECT_TRUE(std::isfinite(m.half_width_cycles));
}

TEST(MeanInterval, NothingDeliveredOrOneBatchGivesNoInterval) {
  EXPECT_EQ(mean_latency_interval({}).groups, 0u);
  EXPECT_EQ(mean_latency_interval(std::vector<Batch>(50)).groups, 0u);
  const auto m = mean_latency_interval({Batch{1000, 2, 100, 0, 0, 0}});
  EXPECT_DOUBLE_EQ(m.mean_cycles, 50);
  EXPECT_EQ(m.groups, 1u);
  EXPECT_FALSE(m.reliable);
}

TEST(MeanInterval, CoversPollaczekKhinchine) {
  const double load = 0.8, service = kCellWords;
  const double truth = service + service * load / (2 * (1 - load));
  const double covered = rate([&](auto& random) {
    const auto m = mean_latency_interval(tail_of(md1_batches(load, 120, 5000, random), 20));
    return std::abs(m.mean_cycles - truth) <= m.half_width_cycles;
  });
  EXPECT_GE(covered, 0.90);
  EXPECT_LE(covered, 0.99);
}

}  // namespace
}  // namespace tinsim
