// SPDX-License-Identifier: Apache-2.0
// Noise of a line: rates, bursts, intervals, and that it is a pure function.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tlm/gnet/link/noise.h"

namespace tinsim {
namespace {

/// Indexes of the wrong bits among the first `bits`, requested `window` at a time.
std::vector<std::uint64_t> wrong_bits(const NoiseParams& params, std::uint64_t key,
                                      std::uint64_t bits, unsigned window) {
  Noise noise(params, key);
  std::vector<std::uint64_t> found;
  Noise::Mask wrong;
  for (std::uint64_t first = 0; first < bits; first += window) {
    if (!noise.flips(first, window, wrong)) continue;
    for (unsigned n = 0; n < window; ++n)
      if (wrong[n / 64] >> n % 64 & 1) found.push_back(first + n);
  }
  return found;
}

NoiseParams errors_at(double rate) {
  NoiseParams params;
  params.bit_error_rate = rate;
  return params;
}

TEST(LinkNoise, ACleanLineHasNoWrongBits) { EXPECT_TRUE(wrong_bits({}, 1, 1000000, 500).empty()); }

// The number of errors is binomial; 5 standard deviations leave one failure in 1.7 million.
TEST(LinkNoise, ErrorsComeAtTheirRate) {
  constexpr double kBits = 2e7;
  for (const double rate : {1e-6, 1e-4, 1e-2, 0.3, 1.0}) {
    const auto found = wrong_bits(errors_at(rate), 7, static_cast<std::uint64_t>(kBits), 500);
    const double sigma = std::sqrt(kBits * rate * (1 - rate));
    EXPECT_NEAR(static_cast<double>(found.size()), kBits * rate, 5 * sigma) << rate;
  }
}

// Geometric: a gap of at least n has probability (1 - rate)^n.
TEST(LinkNoise, GapsBetweenErrorsAreGeometric) {
  constexpr double kRate = 0.02;
  const auto found = wrong_bits(errors_at(kRate), 3, 20000000, 500);
  const double gaps = static_cast<double>(found.size() - 1);
  for (const unsigned least : {1u, 2u, 10u, 50u, 200u}) {
    double count = 0;
    for (std::size_t n = 1; n < found.size(); ++n) count += found[n] - found[n - 1] > least;
    const double expected = std::pow(1 - kRate, least);
    EXPECT_NEAR(count / gaps, expected, 5 * std::sqrt(expected * (1 - expected) / gaps)) << least;
  }
}

TEST(LinkNoise, BitsDoNotDependOnTheQueries) {
  NoiseParams params = errors_at(1e-3);
  params.burst_rate = 1e-4;
  params.burst_bits = 300;
  constexpr std::uint64_t kBits = 66 * 560 * 20;
  const auto blocks = wrong_bits(params, 5, kBits, 66);
  EXPECT_EQ(blocks, wrong_bits(params, 5, kBits, 560));
  EXPECT_EQ(blocks, wrong_bits(params, 5, kBits, 1));
  // Every third window alone: nothing of the others leaks into it.
  Noise noise(params, 5);
  Noise::Mask wrong;
  std::vector<std::uint64_t> some, expected;
  for (std::uint64_t first = 0; first < kBits; first += 3 * 66) {
    if (!noise.flips(first, 66, wrong)) continue;
    for (unsigned n = 0; n < 66; ++n)
      if (wrong[n / 64] >> n % 64 & 1) some.push_back(first + n);
  }
  for (std::uint64_t bit : blocks)
    if (bit / 66 % 3 == 0) expected.push_back(bit);
  EXPECT_EQ(some, expected);
}

TEST(LinkNoise, DirectionsLinksAndSeedsAreIndependent) {
  const NoiseParams params = errors_at(0.5);
  constexpr std::uint64_t kBits = 100000;
  const std::array<std::uint64_t, 4> keys = {noise_key(1, 0, 0), noise_key(1, 0, 1),
                                             noise_key(1, 1, 0), noise_key(2, 0, 0)};
  std::array<std::vector<bool>, 4> bits;
  for (unsigned k = 0; k < 4; ++k) {
    bits[k].resize(kBits);
    for (std::uint64_t bit : wrong_bits(params, keys[k], kBits, 500)) bits[k][bit] = true;
  }
  for (unsigned k = 0; k < 4; ++k)
    for (unsigned other = 0; other < k; ++other) {
      double same = 0;
      for (std::uint64_t n = 0; n < kBits; ++n) same += bits[k][n] == bits[other][n];
      EXPECT_NEAR(same, kBits / 2., 5 * std::sqrt(kBits) / 2) << k << ' ' << other;
    }
}

// Bursts are 10^6 bits apart on average and 200 long: runs of wrong bits with gaps below 100 are
// one burst each (two within 200 bits are a matter of 1 in 5000, and then the run is longer).
TEST(LinkNoise, BurstsComeAtTheirRateAndAreHalfWrong) {
  NoiseParams params;
  params.burst_rate = 1e-6;
  params.burst_bits = 200;
  constexpr double kBits = 1e9;
  const auto found = wrong_bits(params, 11, static_cast<std::uint64_t>(kBits), 560);
  double bursts = 0, too_long = 0;
  std::uint64_t begin = 0, last = 0;
  for (std::uint64_t bit : found) {
    if (bursts == 0 || bit - last > 100) {
      ++bursts;
      begin = bit;
    }
    too_long += bit - begin >= params.burst_bits;
    last = bit;
  }
  EXPECT_NEAR(bursts, kBits * params.burst_rate, 5 * std::sqrt(kBits * params.burst_rate));
  const double flips = bursts * params.burst_bits;
  EXPECT_NEAR(static_cast<double>(found.size()), flips / 2, 5 * std::sqrt(flips) / 2);
  EXPECT_LT(too_long, 5 * params.burst_bits);
}

TEST(LinkNoise, IntervalsBeginAndEndWithTheirCycle) {
  NoiseParams params;
  params.dark = {{100, 110}, {200, 201}};
  params.stuck = {{105, 120, true}, {300, 310, false}};
  Noise noise(params, 0);
  using Line = Noise::Line;
  for (Cycle cycle = 0; cycle < 400; ++cycle) {
    Line expected = Line::Signal;
    if (cycle >= 110 && cycle < 120) expected = Line::Stuck1;
    if (cycle >= 300 && cycle < 310) expected = Line::Stuck0;
    if ((cycle >= 100 && cycle < 110) || cycle == 200) expected = Line::Dark;
    ASSERT_EQ(noise.line(cycle, 1), expected) << cycle;
  }
}

TEST(LinkNoise, ACodewordThatIsTouchedIsHit) {
  NoiseParams params;
  params.dark = {{103, 104}};
  params.stuck = {{200, 209, true}};
  Noise noise(params, 0);
  using Line = Noise::Line;
  EXPECT_EQ(noise.line(88, 8), Line::Signal);
  EXPECT_EQ(noise.line(95, 8), Line::Signal);
  EXPECT_EQ(noise.line(96, 8), Line::Dark);
  EXPECT_EQ(noise.line(103, 8), Line::Dark);
  EXPECT_EQ(noise.line(104, 8), Line::Signal);
  EXPECT_EQ(noise.line(192, 8), Line::Signal);
  EXPECT_EQ(noise.line(200, 8), Line::Stuck1);
  EXPECT_EQ(noise.line(208, 8), Line::Stuck1);
  EXPECT_EQ(noise.line(216, 8), Line::Signal);
}

}  // namespace
}  // namespace tinsim
