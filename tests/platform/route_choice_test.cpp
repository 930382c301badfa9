// SPDX-License-Identifier: Apache-2.0
// Route choice: every entry equally often, the cheaper of two, and mixers without visible pattern.
#include "rtl_models/parts/route_choice.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace tinsim {
namespace {

constexpr Candidates kEight = {10, 11, 12, 13, 14, 15, 16, 17};
constexpr uint64_t kAllPorts = ~uint64_t{0}, kNoPorts = 0;
constexpr ChoiceRule kTwo = {2, 0, 1, 2, 0, 40};

Detours from_20() {
  Detours detours;
  for (unsigned i = 0; i < kDetourEntries; ++i) detours[i] = static_cast<uint8_t>(20 + i);
  return detours;
}

/// Choice among minimal candidates by what queues at ports cost.
template <class Queued>
unsigned cheaper(const Candidates& candidates, uint64_t bits, const Queued& queued) {
  return choose_by_cost(kTwo, candidates, nullptr, kAllPorts, HopDraws(bits), queued).port;
}

/// Chi-square of counts against equal shares.
double chi_square(const std::vector<unsigned>& counts) {
  double total = 0, sum = 0;
  for (unsigned n : counts) total += n;
  const double expected = total / static_cast<double>(counts.size());
  for (unsigned n : counts) sum += (n - expected) * (n - expected) / expected;
  return sum;
}

// 99.99 % quantiles of chi-square, from tables.
constexpr double kChi7 = 29.9, kChi15 = 44.3, kChi23 = 55.5, kChi27 = 61.2, kChi31 = 66.6;

TEST(RouteChoice, HashTakesEachOfEightEntriesEquallyOften) {
  std::vector<unsigned> counts(8);
  for (unsigned i = 0; i < 80000; ++i)
    ++counts[choose_by_hash(kEight, nullptr, kAllPorts, flow_hash(1, i % 400, i / 400, 4)).port -
             10];
  EXPECT_LT(chi_square(counts), kChi7);
}

TEST(RouteChoice, HashTakesEachOf32EntriesEquallyOften) {
  const Detours detours = from_20();
  std::vector<unsigned> counts(32);
  for (unsigned i = 0; i < 80000; ++i) {
    const Choice c = choose_by_hash(kEight, &detours, kAllPorts, flow_hash(1, i % 400, i / 400, 4));
    EXPECT_EQ(c.minimal, c.port < 20);
    ++counts[c.minimal ? c.port - 10 : c.port - 20 + 8];
  }
  EXPECT_LT(chi_square(counts), kChi31);
}

TEST(RouteChoice, ChoicesOfOneFlowAtTwoChipsAreIndependent) {
  constexpr Candidates kTwoPorts = {0, 1, 0, 1, 0, 1, 0, 1};
  constexpr Candidates kEightPorts = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<unsigned> counts(16);
  for (unsigned i = 0; i < 80000; ++i) {
    const uint64_t flow = flow_hash(1, i % 400, i / 400, 4);
    const unsigned here = choose_by_hash(kTwoPorts, nullptr, kAllPorts, hop_hash(flow, 3)).port;
    ++counts[here * 8 + choose_by_hash(kEightPorts, nullptr, kAllPorts, hop_hash(flow, 4)).port];
  }
  EXPECT_LT(chi_square(counts), kChi15);
}

TEST(RouteChoice, HashPassesOverEntriesThatCannotBeUsed) {
  const Detours detours = from_20();
  const uint64_t without_12_13 = ~(uint64_t{3} << 12);
  EXPECT_EQ(choose_by_hash(kEight, nullptr, without_12_13, 2).port, 14);
  EXPECT_EQ(choose_by_hash(kEight, nullptr, ~(uint64_t{1} << 17), 7).port, 10) << "cyclically";
  // A whole list: the same place of the other one.
  const uint64_t no_minimal = ~(uint64_t{0xff} << 10), no_detours = (uint64_t{1} << 20) - 1;
  EXPECT_EQ(choose_by_hash(kEight, &detours, no_minimal, 3), (Choice{23, false}));
  EXPECT_EQ(choose_by_hash(kEight, &detours, no_detours, 8 + 13), (Choice{10 + 21 % 8, true}));
  EXPECT_EQ(choose_by_hash(kEight, &detours, kNoPorts, 5).port, kNoRoute);
  EXPECT_EQ(choose_by_hash(kEight, nullptr, no_minimal, 5).port, kNoRoute);
}

TEST(RouteChoice, CostDrawsEveryPairOfDifferentEntriesEquallyOften) {
  std::map<std::pair<unsigned, unsigned>, unsigned> pairs;
  for (unsigned seq = 0; seq < 140000; ++seq) {
    std::vector<unsigned> queried;
    cheaper(kEight, hop_random(1, 7, 0x1234, 0x0bcd, seq), [&](unsigned port) -> uint32_t {
      queried.push_back(port);
      return 0;
    });
    ASSERT_EQ(queried.size(), 2u);
    ASSERT_NE(queried[0], queried[1]);
    ++pairs[std::minmax(queried[0], queried[1])];
  }
  ASSERT_EQ(pairs.size(), 28u);  // 8 * 7 / 2
  std::vector<unsigned> counts;
  for (const auto& entry : pairs) counts.push_back(entry.second);
  EXPECT_LT(chi_square(counts), kChi27);
}

// Twelve bits divided by 24, 23 and 22 leave shares that differ by less than 1 in 170.
TEST(RouteChoice, CostDrawsTwoOfEightAndThreeOf24) {
  const Detours detours = from_20();
  std::vector<unsigned> minimal(8), other(24);
  for (unsigned seq = 0; seq < 60000; ++seq) {
    std::set<unsigned> queried;
    choose_by_cost(ChoiceRule{}, kEight, &detours, kAllPorts,
                   HopDraws(hop_random(1, 7, 0x1234, 0x0bcd, seq)), [&](unsigned port) {
                     queried.insert(port);
                     return 0u;
                   });
    ASSERT_EQ(queried.size(), 5u);
    unsigned from_minimal = 0;
    for (unsigned port : queried) {
      from_minimal += port < 20;
      ++(port < 20 ? minimal[port - 10] : other[port - 20]);
    }
    ASSERT_EQ(from_minimal, 2u);
  }
  // Draws of one cell exclude each other, which makes counts more even than chi-square expects.
  EXPECT_LT(chi_square(minimal), kChi7);
  EXPECT_LT(chi_square(other), kChi23);
}

// The rule in its plain form: each draw is a position among the entries that are left.
TEST(RouteChoice, TwoAndThreeDrawsAreTheEntriesLeftInOrder) {
  const auto take = [](std::vector<unsigned>& left, unsigned random) {
    const auto drawn = left.begin() + random * left.size() / 4096;
    const unsigned position = *drawn;
    left.erase(drawn);
    return position;
  };
  for (unsigned seq = 0; seq < 50000; ++seq) {
    const HopDraws random(hop_random(6, 0, 1, 2, seq));
    std::vector<unsigned> of_8(8), of_24(24);
    std::iota(of_8.begin(), of_8.end(), 0);
    std::iota(of_24.begin(), of_24.end(), 0);
    unsigned draw = 0;
    for (unsigned position : draw_two<8>(random(0), random(1)))
      ASSERT_EQ(position, take(of_8, random(draw++)));
    for (unsigned position : draw_three<24>(random(2), random(3), random(4)))
      ASSERT_EQ(position, take(of_24, random(draw++)));
  }
}

TEST(RouteChoice, EightDrawsOfEightAskAllAndSixteenDrawsUseFourWords) {
  const Detours detours = from_20();
  const ChoiceRule most = {8, 8, 1, 1, 0, 0};
  std::vector<unsigned> other(24);
  for (unsigned seq = 0; seq < 6000; ++seq) {
    std::set<unsigned> queried;
    choose_by_cost(most, kEight, &detours, kAllPorts, HopDraws(hop_random(1, 0, 1, 2, seq)),
                   [&](unsigned port) {
                     queried.insert(port);
                     return 0u;
                   });
    ASSERT_EQ(queried.size(), 16u);
    for (unsigned port : queried)
      if (port >= 20) ++other[port - 20];
  }
  EXPECT_LT(chi_square(other), kChi23);
}

TEST(RouteChoice, CostTakesTheCheaperOfTheTwo) {
  const auto rising = [](unsigned port) -> uint32_t { return port; };
  const auto falling = [](unsigned port) -> uint32_t { return 100 - port; };
  for (unsigned seq = 0; seq < 1000; ++seq) {
    const uint64_t bits = hop_random(2, 0, 1, 2, seq);
    EXPECT_LT(cheaper(kEight, bits, rising), cheaper(kEight, bits, falling));
  }
}

TEST(RouteChoice, CostAvoidsTheOneCostlyPortAndTiesGoToTheLowestIndex) {
  constexpr Candidates kTwoPorts = {5, 6, 5, 6, 5, 6, 5, 6};
  std::array<unsigned, 2> taken{};
  for (unsigned seq = 0; seq < 70000; ++seq)
    ++taken[cheaper(kTwoPorts, hop_random(3, 0, 1, 2, seq),
                    [](unsigned port) { return port == 6 ? 1000000u : 0u; }) -
            5];
  // Port 6 is taken only where both entries are port 6: 3 of the other 7, half of the time.
  EXPECT_NEAR(taken[1] / 70000.0, 3.0 / 14, 0.01);
  for (unsigned seq = 0; seq < 1000; ++seq) {
    unsigned lowest = 99;
    const unsigned port = cheaper(kEight, hop_random(4, 0, 1, 2, seq), [&](unsigned p) -> uint32_t {
      lowest = std::min(lowest, p);
      return 8;
    });
    EXPECT_EQ(port, lowest);
  }
}

/// One minimal entry and one non-minimal one, with these queues.
Choice one_of_each(uint32_t minimal_words, uint32_t other_words) {
  Candidates minimal;
  minimal.fill(1);
  Detours detours;
  detours.fill(2);
  return choose_by_cost(ChoiceRule{}, minimal, &detours, kAllPorts, HopDraws(12345),
                        [&](unsigned port) { return port == 1 ? minimal_words : other_words; });
}

// (weight, bias) = (1, 0) and (2, 40 words): docs/reference/routing_modes.md.
TEST(RouteChoice, NonMinimalCostsTwiceItsQueueAnd40Words) {
  EXPECT_TRUE(one_of_each(40, 0).minimal) << "a tie";
  EXPECT_FALSE(one_of_each(41, 0).minimal);
  EXPECT_TRUE(one_of_each(240, 100).minimal);
  EXPECT_FALSE(one_of_each(241, 100).minimal);
}

TEST(RouteChoice, CostNeverTakesAPortThatIsDownWhileAnotherIsUp) {
  const Detours detours = from_20();
  const auto none_queued = [](unsigned) { return 0u; };
  for (unsigned seq = 0; seq < 2000; ++seq) {
    const HopDraws draws(hop_random(5, 0, 1, 2, seq));
    const uint64_t only_14 = uint64_t{1} << 14, only_30 = uint64_t{1} << 30;
    EXPECT_EQ(choose_by_cost({}, kEight, &detours, only_14, draws, none_queued).port, 14);
    EXPECT_EQ(choose_by_cost({}, kEight, &detours, only_30, draws, none_queued).port, 30);
    EXPECT_EQ(choose_by_cost({}, kEight, &detours, kNoPorts, draws, none_queued).port, kNoRoute);
    EXPECT_EQ(choose_by_cost({}, kEight, nullptr, only_30, draws, none_queued).port, kNoRoute);
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
