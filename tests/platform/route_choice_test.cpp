// SPDX-License-Identifier: Apache-2.0
// Route choice: every entry equally often, the cheaper of two, and mixers without visible pattern.
#include "rtl_models/parts/route_choice.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

namespace tinsim {
namespace {

constexpr Candidates kEight = {10, 11, 12, 13, 14, 15, 16, 17};

/// Chi-square of counts against equal shares.
double chi_square(const std::vector<unsigned>& counts) {
  double total = 0, sum = 0;
  for (unsigned n : counts) total += n;
  const double expected = total / static_cast<double>(counts.size());
  for (unsigned n : counts) sum += (n - expected) * (n - expected) / expected;
  return sum;
}

// 99.99 % quantiles of chi-square, from tables.
constexpr double kChi7 = 29.9, kChi15 = 44.3, kChi27 = 61.2;

TEST(RouteChoice, DeterministicTakesEachEntryEquallyOften) {
  std::vector<unsigned> counts(8);
  for (unsigned i = 0; i < 80000; ++i)
    ++counts[choose_deterministic(kEight, flow_hash(1, i % 400, i / 400, 4)) - 10];
  EXPECT_LT(chi_square(counts), kChi7);
}

TEST(RouteChoice, ChoicesOfOneFlowAtTwoChipsAreIndependent) {
  constexpr Candidates kTwo = {0, 1, 0, 1, 0, 1, 0, 1};
  constexpr Candidates kEightPorts = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<unsigned> counts(16);
  for (unsigned i = 0; i < 80000; ++i) {
    const uint64_t flow = flow_hash(1, i % 400, i / 400, 4);
    const unsigned here = choose_deterministic(kTwo, hop_hash(flow, 3));
    ++counts[here * 8 + choose_deterministic(kEightPorts, hop_hash(flow, 4))];
  }
  EXPECT_LT(chi_square(counts), kChi15);
}

TEST(RouteChoice, AdaptiveDrawsEveryPairOfDifferentEntriesEquallyOften) {
  std::map<std::pair<unsigned, unsigned>, unsigned> pairs;
  for (unsigned seq = 0; seq < 140000; ++seq) {
    std::vector<unsigned> asked;
    choose_adaptive(kEight, hop_random(1, 7, 0x1234, 0x0bcd, seq), [&](unsigned port) -> uint32_t {
      asked.push_back(port);
      return 0;
    });
    ASSERT_EQ(asked.size(), 2u);
    ASSERT_NE(asked[0], asked[1]);
    ++pairs[std::minmax(asked[0], asked[1])];
  }
  ASSERT_EQ(pairs.size(), 28u);  // 8 * 7 / 2
  std::vector<unsigned> counts;
  for (const auto& entry : pairs) counts.push_back(entry.second);
  EXPECT_LT(chi_square(counts), kChi27);
}

TEST(RouteChoice, AdaptiveTakesTheCheaperOfTheTwo) {
  const auto rising = [](unsigned port) -> uint32_t { return port; };
  const auto falling = [](unsigned port) -> uint32_t { return 100 - port; };
  for (unsigned seq = 0; seq < 1000; ++seq) {
    const uint64_t bits = hop_random(2, 0, 1, 2, seq);
    const unsigned low = choose_adaptive(kEight, bits, rising);
    const unsigned high = choose_adaptive(kEight, bits, falling);
    EXPECT_LT(low, high);
  }
}

TEST(RouteChoice, AdaptiveAvoidsALoneCostlyPortAndTiesGoToTheLowestIndex) {
  constexpr Candidates kTwo = {5, 6, 5, 6, 5, 6, 5, 6};
  std::array<unsigned, 2> taken{};
  for (unsigned seq = 0; seq < 70000; ++seq)
    ++taken[choose_adaptive(kTwo, hop_random(3, 0, 1, 2, seq),
                            [](unsigned port) { return port == 6 ? UINT32_MAX : 0u; }) -
            5];
  // Port 6 is taken only where both entries are port 6: 3 of the other 7, half of the time.
  EXPECT_NEAR(taken[1] / 70000.0, 3.0 / 14, 0.01);
  for (unsigned seq = 0; seq < 1000; ++seq) {
    unsigned lowest = 99;
    const unsigned port =
        choose_adaptive(kEight, hop_random(4, 0, 1, 2, seq), [&](unsigned p) -> uint32_t {
          lowest = std::min(lowest, p);
          return 8;
        });
    EXPECT_EQ(port, lowest);
  }
}

TEST(RouteChoice, MixerMatchesThePublishedSequence) {
  // SplitMix64 seeded with 1234567: first outputs as Rosetta Code lists them.
  EXPECT_EQ(mix64(1234567), 6457827717110365317u);
  EXPECT_EQ(mix64(1234567 + 0x9e3779b97f4a7c15u), 3203168211198807973u);
}

TEST(RouteChoice, FlippingAnyInputBitFlipsHalfOfTheHash) {
  for (unsigned bit = 0; bit < 16; ++bit) {
    double flips = 0;
    for (unsigned i = 0; i < 2000; ++i) {
      const uint16_t src = i * 31, dst = i * 17;
      flips +=
          __builtin_popcountll(flow_hash(1, src, dst, 4) ^ flow_hash(1, src ^ (1u << bit), dst, 4));
      flips += __builtin_popcountll(hop_random(1, 5, src, dst, i) ^
                                    hop_random(1, 5, src, dst ^ (1u << bit), i));
    }
    EXPECT_NEAR(flips / 4000, 32, 0.4) << bit;
  }
}

}  // namespace
}  // namespace tinsim
