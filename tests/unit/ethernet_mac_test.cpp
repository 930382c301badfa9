// SPDX-License-Identifier: Apache-2.0
// Times on the wire against a wire that moves bit by bit, and against published rates.
#include <gtest/gtest.h>

#include "base/errors.h"
#include "testbench/bench_random.h"
#include "tlm/ethernet/mac.h"

namespace tinsim {
namespace {

/// A wire as a counter of bit times that have ended by the beginning of each cycle.
class SlowWire {
 public:
  explicit SlowWire(WireRate rate) : rate_(rate) {}
  void tick() {
    part_ += rate_.bits;
    bits_ += part_ / rate_.cycles;
    part_ %= rate_.cycles;
    ++cycle_;
  }
  uint64_t bits() const { return bits_; }
  Cycle cycle() const { return cycle_; }

 private:
  WireRate rate_;
  uint64_t bits_ = 0, part_ = 0;
  Cycle cycle_ = 0;
};

TEST(WireRate, IsInLowestTerms) {
  const auto is = [](WireRate rate, uint64_t bits, uint64_t cycles) {
    EXPECT_EQ(rate.bits, bits);
    EXPECT_EQ(rate.cycles, cycles);
  };
  is(wire_rate(100'000'000'000, 400'000'000), 250, 1);
  is(wire_rate(100'000'000'000, 390'625'000), 256, 1);
  is(wire_rate(1'000'000'000, 400'000'000), 5, 2);
  is(wire_rate(25'781'250'000, 400'000'000), 4125, 64);  // 64.453125
}

TEST(WireRate, RefusesWhatIsNone) {
  EXPECT_THROW(wire_rate(0, 400'000'000), ConfigError);
  EXPECT_THROW(wire_rate(100'000'000'000, 0), ConfigError);
  EXPECT_THROW(wire_rate(100'000'000'007, 400'000'000), ConfigError);
}

// Least frames at 100 Gb/s: 148 809 523 a second (10^11 / 672), known from any line-rate test.
TEST(WireTransmitter, SendsLeastFramesAtThePublishedRate) {
  WireTransmitter wire({250, 1});
  uint64_t frames = 0;
  const Cycle second = 400'000'000 / 100;
  while (wire.free_from() < second) {
    wire.start(wire.free_from(), 64);
    ++frames;
  }
  EXPECT_EQ(frames, 1'488'096u) << "10^9 / 672, rounded up: the last has begun";
}

// 1518 octets: 8 * 1538 = 12304 bits each. Octet k of frame n is whole after n * 12304 + 64 + 8 (k
// + 1) bits.
TEST(WireTransmitter, FramesFollowEachOtherToTheBit) {
  WireTransmitter wire({250, 1});
  for (uint64_t n = 0; n < 1000; ++n) {
    const uint64_t begin = n * 12304;
    ASSERT_EQ(wire.free_from(), begin / 250);
    EXPECT_FALSE(begin >= 250 && wire.may_start(static_cast<Cycle>(begin / 250 - 1)));
    const FrameTimes times = wire.start(wire.free_from(), 1518);
    EXPECT_EQ(times.begins(), begin / 250);
    for (uint64_t k : {0, 13, 14, 700, 1517}) {
      EXPECT_EQ(times.byte_arrived(k), (begin + 64 + 8 * (k + 1) + 249) / 250);
    }
    EXPECT_EQ(times.ends(), times.byte_arrived(1517));
  }
}

TEST(WireTransmitter, AnIdleWireTakesAFrameAtTheBeginningOfACycle) {
  WireTransmitter wire({250, 1});
  const FrameTimes times = wire.start(1000, 64);
  EXPECT_EQ(times.begins(), 1000u);
  EXPECT_EQ(times.byte_arrived(0), 1001u);   // 72 bits
  EXPECT_EQ(times.byte_arrived(22), 1001u);  // 64 + 184 = 248
  EXPECT_EQ(times.byte_arrived(23), 1002u);  // 256
  EXPECT_EQ(times.ends(), 1003u);            // 576
  EXPECT_EQ(wire.free_from(), 1002u);        // 672 bits: in the middle of cycle 1002
  EXPECT_FALSE(wire.may_start(1001));
  EXPECT_TRUE(wire.may_start(1002));
}

TEST(WireTransmitter, NothingIsShorterThanALeastFrame) {
  EXPECT_EQ(wire_bytes(1), 84u);
  EXPECT_EQ(wire_bytes(64), 84u);
  EXPECT_EQ(wire_bytes(65), 85u);
}

TEST(WireTransmitter, AgreesWithAWireThatMovesBitByBit) {
  Random random(3);
  for (const WireRate rate : {WireRate{250, 1}, {4125, 64}, {5, 2}, {1, 3}, {256, 1}}) {
    WireTransmitter wire(rate);
    SlowWire slow(rate);
    Cycle asked = 0;
    uint64_t free_bits = 0;  // whole bits: exact where frames begin on bit times
    for (unsigned n = 0; n < 300; ++n) {
      // At once, or after a pause that ends with a whole bit at the beginning of a cycle.
      asked = wire.free_from();
      if (random.chance(30)) {
        asked += static_cast<Cycle>(rate.cycles * random.range(1, 20));
        asked += static_cast<Cycle>((rate.cycles - asked % rate.cycles) % rate.cycles);
      }
      free_bits = std::max(free_bits, asked * rate.bits / rate.cycles);
      const unsigned bytes = random.range(64, 200);
      const FrameTimes times = wire.start(asked, bytes);
      for (unsigned k = 0; k < bytes; ++k) {
        const uint64_t arrived = free_bits + 64 + 8 * (k + 1);
        while (slow.bits() < arrived) slow.tick();
        ASSERT_EQ(times.byte_arrived(k), slow.cycle()) << "frame " << n << " octet " << k;
      }
      free_bits += 8 * (8 + bytes + 12);
    }
  }
}

TEST(WireTransmitter, IsExactAtTheEndOfTheLongestRun) {
  WireTransmitter wire({4125, 64});
  const Cycle late = kNoCycle - 1000;
  EXPECT_EQ(wire.start(late, 64).begins(), late);
  EXPECT_EQ(wire.free_from(), late + 672 * 64 / 4125);
}

}  // namespace
}  // namespace tinsim
