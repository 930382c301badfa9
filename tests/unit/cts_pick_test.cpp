// SPDX-License-Identifier: Apache-2.0
// CTS pick: window, ports in turn, strict classes, fair shares in bytes by weight.
#include "rtl_models/parts/cts_pick.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "rtl_models/parts/ip_cells.h"
#include "testbench/bench_random.h"
#include "testbench/naive_cts.h"

namespace tinsim {
namespace {

constexpr CtsPlan kEqual{0, {1, 1, 1, 1, 1, 1, 1, 1}};

constexpr std::uint32_t mask_of(unsigned port, unsigned cos) {
  return std::uint32_t{1} << rts_queue(port, cos);
}
/// One step in which all that is not in `too_long` fits.
unsigned pick(CtsPicker& picker, const CtsPlan& plan, std::uint32_t waiting, unsigned bytes = 1500,
              std::uint32_t too_long = 0) {
  const unsigned queue =
      picker.peek(plan, waiting, [=](unsigned q) { return !(too_long >> q & 1); });
  if (queue != kNoQueue) picker.grant(plan, queue, bytes);
  return queue;
}

TEST(CtsWindow, HoldsUpToTheLastByteOrOnePacketAlone) {
  EXPECT_TRUE(fits_window(1000, 500, 1500));
  EXPECT_FALSE(fits_window(1001, 500, 1500));
  EXPECT_TRUE(fits_window(0, 9000, 1500));
  EXPECT_FALSE(fits_window(1, 9000, 1500));
  EXPECT_TRUE(fits_window(0, 1, 0));
}

TEST(CtsPick, ServesPortsInTurn) {
  CtsPicker picker;
  const std::uint32_t waiting = mask_of(0, 1) | mask_of(1, 1) | mask_of(3, 1);
  for (unsigned port : {0u, 1u, 3u, 0u, 1u, 3u})
    EXPECT_EQ(pick(picker, kEqual, waiting), rts_queue(port, 1));
  EXPECT_EQ(pick(picker, kEqual, 0), kNoQueue);
  EXPECT_EQ(pick(picker, kEqual, mask_of(3, 7)), rts_queue(3, 7));
}

TEST(CtsPick, ServesTheHighestStrictClassFirst) {
  CtsPlan plan = kEqual;
  plan.strict = 1 << 2 | 1 << 5;
  CtsPicker picker;
  EXPECT_EQ(pick(picker, plan, mask_of(0, 7) | mask_of(0, 5) | mask_of(0, 2)), 5u);
  EXPECT_EQ(pick(picker, plan, mask_of(0, 7) | mask_of(0, 2)), 2u);
  EXPECT_EQ(pick(picker, plan, mask_of(0, 7)), 7u);
}

TEST(CtsPick, AClassThatWasAwayHasNeitherDebtNorClaim) {
  CtsPicker picker;
  const std::uint32_t both = mask_of(0, 0) | mask_of(0, 1);
  EXPECT_EQ(pick(picker, kEqual, mask_of(0, 1), 16383), 1u);
  for (int n = 0; n < 100; ++n) ASSERT_EQ(pick(picker, kEqual, mask_of(0, 0), 1000), 0u);
  // Class 1 requests again: what it had long ago is dropped, and what class 0 has had in the
  // meantime, but for its last packet.
  EXPECT_EQ(pick(picker, kEqual, both, 999), 1u);
  EXPECT_EQ(pick(picker, kEqual, both, 2), 1u);
  EXPECT_EQ(pick(picker, kEqual, both, 1), 0u);
}

TEST(CtsPick, WaitsWithTheClassThatItHasChosen) {
  CtsPlan plan = kEqual;
  plan.strict = 1 << 5;
  CtsPicker picker;
  // Class 0 has had a packet, so class 1 comes next; too long, it holds back the classes of its
  // port, but no other port.
  EXPECT_EQ(pick(picker, plan, mask_of(0, 0)), rts_queue(0, 0));
  const std::uint32_t waiting = mask_of(0, 0) | mask_of(0, 1) | mask_of(2, 0);
  EXPECT_EQ(pick(picker, plan, waiting, 1500, mask_of(0, 1)), rts_queue(2, 0));
  EXPECT_EQ(pick(picker, plan, waiting & ~mask_of(2, 0), 1500, mask_of(0, 1)), kNoQueue);
  EXPECT_EQ(pick(picker, plan, mask_of(0, 0) | mask_of(0, 5), 1500, mask_of(0, 5)), kNoQueue);
  EXPECT_EQ(pick(picker, plan, waiting), rts_queue(0, 1));
}

TEST(CtsPick, ACandidateThatWaitsChangesNothing) {
  CtsPicker waited, other;
  const std::uint32_t both = mask_of(0, 0) | mask_of(0, 1);
  for (int n = 0; n < 10; ++n) ASSERT_EQ(pick(waited, kEqual, both, 1, mask_of(0, 0)), kNoQueue);
  for (int n = 0; n < 50; ++n) {
    ASSERT_EQ(pick(waited, kEqual, both, 3000), pick(other, kEqual, both, 3000)) << "step " << n;
  }
}

struct Shares {
  std::array<unsigned, 3> weights;
  std::array<unsigned, 3> shortest, longest;  ///< bytes
};

class CtsPickShares : public ::testing::TestWithParam<Shares> {};

// Start-time fair queueing (Goyal, Vin, Cheng, 1996): of classes that always have packets, what
// each was granted, divided by its weight, never differs by more than a longest packet of either,
// divided by its weight. The reciprocals are rounded to 2^-18, of 1/255 by 1/2056 at most.
TEST_P(CtsPickShares, AreTheWeightsButForAPacketOfEach) {
  const Shares& c = GetParam();
  CtsPlan plan = kEqual;
  std::uint32_t waiting = 0;
  for (unsigned i = 0; i < 3; ++i) {
    plan.weights[i] = static_cast<std::uint8_t>(std::max(1u, c.weights[i]));
    if (c.weights[i] != 0) waiting |= mask_of(0, i);
  }
  CtsPicker picker;
  std::array<double, 3> per_weight{};
  Random random(6);
  for (int n = 0; n < 100'000; ++n) {
    const unsigned queue = picker.peek(plan, waiting, [](unsigned) { return true; });
    ASSERT_LT(queue, 3u);
    const unsigned bytes = random.range(c.shortest[queue], c.longest[queue]);
    picker.grant(plan, queue, bytes);
    per_weight[queue] += double(bytes) / c.weights[queue];
    for (unsigned i = 0; i < 3; ++i) {
      for (unsigned k = 0; k < i; ++k) {
        if (c.weights[i] == 0 || c.weights[k] == 0) continue;
        const double packets =
            double(c.longest[i]) / c.weights[i] + double(c.longest[k]) / c.weights[k];
        const double rounding = per_weight[i] / 1028;
        ASSERT_LE(std::abs(per_weight[i] - per_weight[k]), packets + rounding) << "step " << n;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Weights, CtsPickShares,
                         ::testing::Values(Shares{{1, 8, 0}, {1, 1, 0}, {1500, 9000, 0}},
                                           Shares{{16, 1, 0}, {64, 64, 0}, {64, 64, 0}},
                                           Shares{{32, 1, 0}, {9000, 64, 0}, {9000, 64, 0}},
                                           Shares{{100, 1, 0}, {64, 9000, 0}, {64, 9000, 0}},
                                           Shares{{7, 3, 1}, {64, 1500, 9000}, {64, 1500, 9000}},
                                           Shares{
                                               {255, 254, 1}, {1, 1, 1}, {16383, 16383, 16383}}));

class CtsPickRandom : public ::testing::TestWithParam<unsigned> {};

TEST_P(CtsPickRandom, AgreesWithTheReadmeReadSlowly) {
  Random random(GetParam());
  CtsPlan plan;
  plan.strict = static_cast<std::uint8_t>(random.bits() & random.bits());
  for (auto& weight : plan.weights)
    weight =
        static_cast<std::uint8_t>(random.chance(50) ? random.range(1, 4) : random.range(1, 255));
  CtsPicker picker;
  NaiveCts naive(plan);
  const unsigned density = random.range(5, 95);
  for (int n = 0; n < 20'000; ++n) {
    std::array<bool, 32> waiting{}, fits{};
    std::array<unsigned, 32> bytes{};
    std::uint32_t mask = 0;
    for (unsigned q = 0; q < 32; ++q) {
      waiting[q] = random.chance(density);
      fits[q] = random.chance(60);
      bytes[q] = random.chance(30) ? kMaxPacketBytes : random.range(1, kMaxPacketBytes);
      mask |= std::uint32_t{waiting[q]} << q;
    }
    const unsigned queue = picker.peek(plan, mask, [&](unsigned q) { return fits[q]; });
    ASSERT_EQ(queue, naive.next(waiting, fits, bytes).value_or(kNoQueue)) << "step " << n;
    if (queue != kNoQueue) picker.grant(plan, queue, bytes[queue]);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CtsPickRandom, ::testing::Range(1u, 9u));

}  // namespace
}  // namespace tinsim
