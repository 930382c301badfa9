// SPDX-License-Identifier: Apache-2.0
// The latency histogram against sorted samples: every figure it gives, for any input.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/histogram.h"

namespace tinsim {
namespace {

using Samples = std::vector<uint32_t>;

/// Up to some thousand values, of every magnitude or all of one, so that buckets both stay sparse
/// and fill up.
rc::Gen<Samples> samples() {
  return rc::gen::exec([] {
    const auto count = *rc::gen::inRange<std::size_t>(1, 3000);
    const bool one_magnitude = *rc::gen::arbitrary<bool>();
    const int common = *rc::gen::inRange(0, 32);
    Samples values = *rc::gen::container<Samples>(
        count, rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<uint32_t>()));
    for (std::size_t i = 0; i < count; ++i)
      values[i] >>= one_magnitude ? common : static_cast<int>((i * 7 + values[i]) % 32);
    return values;
  });
}

Histogram filled(const Samples& values) {
  Histogram h;
  for (uint32_t v : values) h.add(v);
  return h;
}

/// Nearest rank in integers; per_mille 999 is the 99.9th percentile.
uint32_t exact_percentile(Samples values, uint64_t per_mille) {
  std::sort(values.begin(), values.end());
  const uint64_t rank = std::max<uint64_t>(1, (per_mille * values.size() + 999) / 1000);
  return values[rank - 1];
}

RC_GTEST_PROP(Histogram, PercentileIsWithinOneBucketOfTheSortedSample, ()) {
  const Samples values = *samples();
  const auto per_mille = *rc::gen::inRange<uint64_t>(0, 1001);
  const double exact = exact_percentile(values, per_mille);
  const double got = filled(values).percentile(static_cast<double>(per_mille) / 10);
  if (exact < 64)
    RC_ASSERT(got == exact);
  else
    RC_ASSERT(std::abs(got - exact) <= exact / 32);
}

RC_GTEST_PROP(Histogram, SumsAndExtremesAreExact, ()) {
  const Samples values = *samples();
  const Histogram h = filled(values);
  Uint128 squares = 0;
  for (uint64_t v : values) squares += v * v;
  RC_ASSERT(h.count() == values.size());
  RC_ASSERT(h.sum() == std::accumulate(values.begin(), values.end(), uint64_t{0}));
  RC_ASSERT(h.sum_of_squares() == squares);
  RC_ASSERT(h.min() == *std::min_element(values.begin(), values.end()));
  RC_ASSERT(h.max() == *std::max_element(values.begin(), values.end()));
}

RC_GTEST_PROP(Histogram, MergingEqualsAddingAll, ()) {
  const Samples a = *samples(), b = *samples();
  Histogram merged = filled(a);
  merged.merge(filled(b));
  Samples all = a;
  all.insert(all.end(), b.begin(), b.end());
  RC_ASSERT(merged == filled(all));
  merged.reset();
  merged.merge(filled(a));
  RC_ASSERT(merged == filled(a));
}

RC_GTEST_PROP(Histogram, BucketsHoldExactlyTheValuesBetweenTheirEdges, ()) {
  const Samples values = *samples();
  uint64_t total = 0, next_low = 0;
  filled(values).for_each_bucket([&](uint64_t low, uint64_t high, uint64_t count) {
    RC_ASSERT(low >= next_low);
    RC_ASSERT(high >= low);
    RC_ASSERT((high - low + 1) * 32 <= std::max<uint64_t>(low, 32));
    const auto inside = std::count_if(values.begin(), values.end(),
                                      [&](uint64_t v) { return v >= low && v <= high; });
    RC_ASSERT(count == static_cast<uint64_t>(inside));
    total += count;
    next_low = high + 1;
  });
  RC_ASSERT(total == values.size());
}

TEST(Histogram, EveryValueBelow64IsExact) {
  Histogram h;
  for (unsigned v = 0; v < 64; ++v) h.add(v);
  for (unsigned v = 0; v < 64; ++v) EXPECT_EQ(h.percentile((v + 1) * 100.0 / 64), v);
}

TEST(Histogram, BucketEdgesMeetAtEveryPowerOfTwo) {
  for (unsigned bit = 1; bit < 32; ++bit) {
    Histogram h;
    const uint64_t edge = uint64_t{1} << bit;
    h.add(edge - 1);
    h.add(edge);
    std::vector<uint64_t> lows, highs;
    h.for_each_bucket([&](uint64_t low, uint64_t high, uint64_t) {
      lows.push_back(low);
      highs.push_back(high);
    });
    ASSERT_EQ(lows.size(), 2u) << edge;
    EXPECT_EQ(highs[0], edge - 1);
    EXPECT_EQ(lows[1], edge);
  }
}

TEST(Histogram, DecimalPercentilesDoNotSlipByOneRank) {
  Histogram h;
  for (int i = 0; i < 999; ++i) h.add(10);
  h.add(20);
  EXPECT_EQ(h.percentile(99.9), 10);
  EXPECT_EQ(h.percentile(99.91), 20);
  EXPECT_EQ(h.percentile(100), 20);
  EXPECT_EQ(h.percentile(0), 10);
}

TEST(Histogram, InterpolatesLinearlyInsideAWideBucket) {
  Histogram h;  // [1024, 1055] is one bucket of 32 values: spread over them, the middle is 1039.5
  for (int i = 0; i < 101; ++i) h.add(1024 + i % 32);
  EXPECT_DOUBLE_EQ(h.percentile(50), 1039.5);
}

TEST(Histogram, MeanAndDeviationOfAKnownSample) {
  Histogram h;
  for (unsigned v : {2u, 4u, 4u, 4u, 5u, 5u, 7u, 9u}) h.add(v);
  EXPECT_DOUBLE_EQ(h.mean(), 5);
  EXPECT_DOUBLE_EQ(h.stddev(), std::sqrt(32.0 / 7));
}

TEST(Histogram, AnEmptyOneHasNoNumbers) {
  const Histogram h;
  EXPECT_EQ(h.count(), 0u);
  EXPECT_TRUE(std::isnan(h.mean()));
  EXPECT_TRUE(std::isnan(h.stddev()));
  EXPECT_TRUE(std::isnan(h.percentile(50)));
  h.for_each_bucket([](uint64_t, uint64_t, uint64_t) { FAIL(); });
}

TEST(Histogram, ValuesBeyond32BitsShareTheLastBucketAndKeepTheirSum) {
  Histogram h;
  const uint64_t huge = (uint64_t{1} << 40) + 3;
  h.add(huge);
  h.add(7);
  EXPECT_EQ(h.sum(), huge + 7);
  EXPECT_EQ(h.max(), huge);
  EXPECT_EQ(h.percentile(100), static_cast<double>(huge));
  uint64_t last_high = 0;
  h.for_each_bucket([&](uint64_t, uint64_t high, uint64_t) { last_high = high; });
  EXPECT_EQ(last_high, huge);
}

TEST(PortHistogram, IsCoarserAndSmaller) {
  PortHistogram h;
  h.add(15);
  h.add(1000);
  EXPECT_EQ(h.percentile(50), 15);
  h.for_each_bucket([](uint64_t low, uint64_t high, uint64_t) {
    EXPECT_LE((high - low + 1) * 8, std::max<uint64_t>(low, 8));
  });
  EXPECT_LE(sizeof(PortHistogram), 2048u);
}

}  // namespace
}  // namespace tinsim
