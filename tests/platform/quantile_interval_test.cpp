// SPDX-License-Identifier: Apache-2.0
// Interval of a percentile against the formula for independent samples, and how often it covers the
// percentile of the distribution.
#include "platform/statistics/quantile_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tinsim {
namespace {

constexpr double kMean = 400;
const double kP99 = kMean * std::log(100);  // of an exponential distribution

struct Sample {
  std::vector<Histogram> batches;
  Histogram all;

  QuantileInterval interval(double percent) const {
    const auto threshold = static_cast<uint64_t>(all.percentile(percent));
    std::vector<ExceedingCells> counts;
    for (const Histogram& batch : batches)
      counts.push_back({batch.count(), batch.count_above(threshold)});
    return quantile_interval(all, percent, counts);
  }
};

/// Latencies of cells that are independent of each other.
Sample exponential(unsigned batches, unsigned cells, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> draw(1 / kMean);
  Sample sample;
  sample.batches.resize(batches);
  for (Histogram& batch : sample.batches) {
    for (unsigned i = 0; i < cells; ++i) batch.add(static_cast<uint64_t>(draw(random)));
    sample.all.merge(batch);
  }
  return sample;
}

// The share beyond the percentile has the variance p (1 - p) / n; the density there is p / mean.
TEST(QuantileInterval, HasTheWidthOfTheFormulaForIndependentCells) {
  const QuantileInterval of = exponential(100, 2000, 1).interval(99);
  EXPECT_NEAR(of.value_cycles, kP99, 0.02 * kP99);
  EXPECT_TRUE(of.reliable);
  const double expected = 2.05 * std::sqrt(0.01 * 0.99 / 200000) / 0.01 * kMean;
  EXPECT_NEAR(of.half_width_cycles, expected, 0.35 * expected);  // 30 groups: 13 %; buckets: 3 %
}

TEST(QuantileInterval, CoversThePercentileInMostSamples) {
  constexpr unsigned kSamples = 400;
  unsigned covered = 0;
  for (unsigned seed = 0; seed < kSamples; ++seed) {
    const QuantileInterval of = exponential(40, 500, 100 + seed).interval(99);
    covered += std::abs(of.value_cycles - kP99) <= of.half_width_cycles;
  }
  // 95 %, less three standard deviations of a binomial.
  EXPECT_GE(covered, kSamples * 0.917);
  EXPECT_LT(covered, kSamples * 0.995);
}

// One batch in ten is slow as a whole: ten times fewer independent samples than cells suggest.
TEST(QuantileInterval, IsWiderWhereCellsOfABatchAreAlike) {
  Sample sample = exponential(100, 2000, 1);
  Sample alike = exponential(100, 2000, 2);
  alike.all = {};
  for (std::size_t i = 0; i < alike.batches.size(); ++i) {
    if (i % 10 == 3)
      for (unsigned k = 0; k < 200; ++k) alike.batches[i].add(4000 + k);
    alike.all.merge(alike.batches[i]);
  }
  EXPECT_GT(alike.interval(99).half_width_cycles / alike.interval(99).value_cycles,
            2 * sample.interval(99).half_width_cycles / sample.interval(99).value_cycles);
}

TEST(QuantileInterval, KnowsNothingFromOneBatchOrNone) {
  EXPECT_FALSE(quantile_interval(Histogram(), 99, {}).reliable);
  const QuantileInterval one = exponential(1, 1000, 3).interval(99);
  EXPECT_FALSE(one.reliable);
  EXPECT_TRUE(std::isinf(one.half_width_cycles));
}

// All cells take equally long: there is no longer latency, once so many were seen.
TEST(QuantileInterval, IsExactWhereAllCellsTakeEquallyLong) {
  const auto constant = [](unsigned cells) {
    Sample sample;
    sample.batches.resize(40);
    for (Histogram& batch : sample.batches) {
      for (unsigned i = 0; i < cells; ++i) batch.add(40);
      sample.all.merge(batch);
    }
    return sample.interval(99);
  };
  EXPECT_TRUE(constant(100).reliable);
  EXPECT_EQ(constant(100).half_width_cycles, 0);
  EXPECT_FALSE(constant(50).reliable);  // 20 cells are expected beyond the percentile
}

}  // namespace
}  // namespace tinsim
