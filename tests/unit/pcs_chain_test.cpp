// SPDX-License-Identifier: Apache-2.0
// Both ends of a link without FEC: words return at 35 per 33 line words, through any alignment
// and lost bits.
#include "testbench/pcs_chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "testbench/bench_random.h"
#include "testbench/pcs_stream.h"

namespace tinsim {
namespace {

using Stream = PcsStream<PcsChainModel>;

/// Cycles until lock, 0 if there is none after `limit`.
unsigned cycles_to_lock(Stream& stream, unsigned limit) {
  for (unsigned cycle = 1; cycle <= limit; ++cycle) {
    stream.clock();
    if (stream.out().lock_o) return cycle;
  }
  return 0;
}

/// Of an aligned line: the cycle in which the receive PCS shows block k. Its last bit is bit
/// 66 k + 65 of the line; line word n is formed in cycle n, cut in n+1, seen in n+2, shown in n+3.
constexpr unsigned cycle_of_block(unsigned k) { return (66 * k + 65) / 70 + 3; }

TEST(PcsChainTest, AnAlignedLineLocksWith64BlocksAndShowsEachWhenItsLastBitHasCome) {
  Stream stream;
  EXPECT_EQ(cycles_to_lock(stream, 100), cycle_of_block(63));
  EXPECT_EQ(stream.counts.words, 0u);
  EXPECT_EQ(stream.counts.slips, 0u);
  for (unsigned block = 64; block < 500;) {
    stream.clock();
    for (unsigned n = 0; n < 2; ++n) {
      if (!stream.out().valid_o[n]) continue;
      ASSERT_EQ(stream.out().word_o[n], block - 2);  // behind the two IDLEs of the reset
      ASSERT_EQ(stream.cycle(), cycle_of_block(block));
      ++block;
    }
  }
}

TEST(PcsChainTest, AMillionBlocksComeBackUnchanged35Per33LineWords) {
  Stream stream;
  ASSERT_NE(cycles_to_lock(stream, 100), 0u);
  stream.run(33 - 63 % 33);
  stream.counts = {};
  constexpr std::uint64_t kRounds = 30000;
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    stream.run(33);
    ASSERT_EQ(stream.counts.sent, 35 * round);
    ASSERT_EQ(stream.counts.words, 35 * round);
  }
  EXPECT_EQ(stream.counts.line_words, 33 * kRounds);
  EXPECT_EQ(stream.counts.wrong, 0u);
  EXPECT_GE(stream.counts.words, 1000000u);
}

TEST(PcsChainTest, ALongerLineIsLaterAndNothingElse) {
  Stream stream(PcsChainModel(37));
  EXPECT_EQ(cycles_to_lock(stream, 200), cycle_of_block(63) + 37);
  stream.run(1000);
  EXPECT_EQ(stream.counts.wrong + stream.counts.slips, 0u);
}

TEST(PcsChainTest, ALineThatPausesLosesNothing) {
  Stream stream;
  Random random(1);
  ASSERT_NE(cycles_to_lock(stream, 100), 0u);
  const std::uint64_t before = stream.counts.line_words;
  for (unsigned cycle = 0; cycle < 100000; ++cycle) stream.clock(random.chance(40));
  const std::uint64_t line_words = stream.counts.line_words - before;
  EXPECT_EQ(stream.counts.wrong + stream.counts.violations, 0u);
  EXPECT_NEAR(stream.counts.words, line_words * 35.0 / 33, 4);
}

TEST(PcsChainTest, EveryAlignmentIsFound) {
  unsigned slowest = 0, sum = 0;
  for (unsigned lost = 0; lost <= LossyLine::kLineBits; ++lost) {
    const unsigned wire_cycles = lost % 5;
    Stream stream(PcsChainModel{wire_cycles});
    stream.run(1 + wire_cycles);
    stream.in().lost_i = lost;  // of the first word that arrives
    const unsigned cycles = cycles_to_lock(stream, 5000);
    EXPECT_NE(cycles, 0u) << lost;
    slowest = std::max(slowest, cycles);
    sum += cycles;
    stream.run(1000);
    EXPECT_GT(stream.counts.words, 1000u) << lost;
    EXPECT_EQ(stream.counts.wrong, 0u) << lost;
  }
  RecordProperty("slowest", static_cast<int>(slowest));
  RecordProperty("mean", static_cast<int>(sum / (LossyLine::kLineBits + 1)));
}

TEST(PcsChainTest, LostBitsCostTheLockAndThenWordsComeBack) {
  Stream stream;
  Random random(1);
  ASSERT_NE(cycles_to_lock(stream, 100), 0u);
  for (int n = 0; n < 20; ++n) {
    stream.in().lost_i = random.range(1, 65);
    // Half of the headers are bad now; until the 16th is seen, words are wrong.
    unsigned cycles = 0;
    for (stream.clock(); stream.out().lock_o && cycles < 200; ++cycles) stream.clock();
    EXPECT_FALSE(stream.out().lock_o) << n;
    EXPECT_NE(cycles_to_lock(stream, 5000), 0u) << n;
    stream.counts = {};
    stream.run(1000);
    EXPECT_GT(stream.counts.words, 1000u) << n;
    EXPECT_EQ(stream.counts.wrong, 0u) << n;
  }
}

TEST(PcsChainTest, AWrongSyncBitCostsItsWordOnly) {
  Stream stream;
  ASSERT_NE(cycles_to_lock(stream, 100), 0u);
  stream.run(10);
  stream.counts = {};
  for (unsigned n = 0; n < 100; ++n) {
    stream.in().flips_i[0].set_bit(n % 2, true);
    stream.run(10);
  }
  stream.run(3);
  EXPECT_EQ(stream.counts.violations, 100u);
  EXPECT_EQ(stream.counts.wrong, 0u);
  EXPECT_EQ(stream.counts.words + stream.counts.violations, stream.counts.blocks);
}

/// A receive gearbox with a bug: of two blocks the later one comes first.
class SwappingRxGearbox : public RxGearbox {
 public:
  Out out() const {
    Out out = RxGearbox::out();
    if (out.count_o == 2) std::swap(out.block0_o, out.block1_o);
    return out;
  }
};

TEST(PcsChainTest, NoticesBlocksInTheWrongOrder) {
  PcsStream<PcsChain<PcsTx, TxGearbox, SwappingRxGearbox, PcsRx>> stream;
  stream.run(1000);
  EXPECT_GT(stream.counts.wrong, 0u);
}

}  // namespace
}  // namespace tinsim
