// SPDX-License-Identifier: Apache-2.0
// Receive PCS: when lock comes and goes, slips, violations, windows, descrambling.
#include "rtl_models/pcs_rx/pcs_rx.h"

#include <gtest/gtest.h>

#include <vector>

#include "rtl_models/parts/block66.h"
#include "testbench/bench.h"
#include "testbench/stimulus/pcs_vectors.h"

namespace tinsim {
namespace {

class PcsRxTest : public ::testing::Test {
 protected:
  void receive(unsigned sync, std::uint64_t payload = 0) {
    bench_.in.block_valid_i = true;
    bench_.in.block_i = make_block(sync, payload);
    bench_.clock();
  }
  void good(unsigned count = 1) {
    for (; count > 0; --count) receive(count % 2 ? kSyncControl : kSyncData);
  }
  void bad(unsigned count = 1) {
    for (; count > 0; --count) receive(count % 2 ? 0b00 : 0b11);
  }
  void lock() {
    good(64);
    ASSERT_TRUE(out().lock_o);
  }
  const PcsRx::Out& out() { return bench_.out(); }

  Bench<PcsRx> bench_;
};

TEST_F(PcsRxTest, LocksWithThe64thGoodBlockNotThe63rd) {
  good(63);
  EXPECT_FALSE(out().lock_o);
  good();
  EXPECT_TRUE(out().lock_o);
  EXPECT_FALSE(out().valid_o);  // the block that reached lock gives no word
  good();
  EXPECT_TRUE(out().valid_o);
}

TEST_F(PcsRxTest, ABadHeaderRestartsTheRunAndRequestsOneSlip) {
  for (unsigned sync : {0b00, 0b11}) {
    bench_.reset();
    good(63);
    EXPECT_FALSE(out().slip_o);
    receive(sync);
    EXPECT_TRUE(out().slip_o);
    EXPECT_FALSE(out().violation_o);  // not locked: nothing is violated
    good();
    EXPECT_FALSE(out().slip_o);
    good(62);
    EXPECT_FALSE(out().lock_o);
    good();
    EXPECT_TRUE(out().lock_o);
  }
}

TEST_F(PcsRxTest, LosesLockWithThe16thBadBlockOfAWindowNotThe15th) {
  lock();
  bad(15);
  EXPECT_TRUE(out().lock_o && out().violation_o);
  EXPECT_FALSE(out().slip_o);
  bad();
  EXPECT_FALSE(out().lock_o);
  EXPECT_TRUE(out().slip_o && out().violation_o);
  good();
  EXPECT_FALSE(out().slip_o || out().violation_o || out().valid_o);
  good(62);
  EXPECT_FALSE(out().lock_o);  // the run began with zero
  good();
  EXPECT_TRUE(out().lock_o);
}

TEST_F(PcsRxTest, The64thBlockOfAWindowIsItsLast) {
  lock();
  good(48);
  bad(15);
  EXPECT_TRUE(out().lock_o);
  bad();  // block 64
  EXPECT_FALSE(out().lock_o);
}

TEST_F(PcsRxTest, TheNextWindowCountsFromZero) {
  lock();
  good(49);
  bad(15);  // blocks 50 to 64
  bad(15);  // blocks 1 to 15 of the next: 30 bad ones in a row
  EXPECT_TRUE(out().lock_o);
  good(49);
  bad(15);  // a third window, after 64 blocks
  EXPECT_TRUE(out().lock_o);
  bad();
  EXPECT_FALSE(out().lock_o);
}

TEST_F(PcsRxTest, TheFirstWindowBeginsAfterTheBlockThatReachedLock) {
  lock();
  good(48);
  bad(15);  // blocks 49 to 63: had the window begun a block earlier, 64 would be a new one
  bad();
  EXPECT_FALSE(out().lock_o);
}

TEST_F(PcsRxTest, WindowsBeginAgainAfterLockIsLost) {
  lock();
  bad(16);
  lock();
  bad(15);
  EXPECT_TRUE(out().lock_o);
  bad();
  EXPECT_FALSE(out().lock_o);
}

TEST_F(PcsRxTest, CyclesWithoutABlockChangeNothing) {
  good(63);
  bench_.clock(5);
  EXPECT_FALSE(out().lock_o);
  good();
  EXPECT_TRUE(out().lock_o);
  bad(15);
  bench_.clock(100);
  EXPECT_TRUE(out().lock_o);
  EXPECT_FALSE(out().valid_o || out().violation_o || out().slip_o);
  bad();
  EXPECT_TRUE(out().slip_o);
  bench_.clock();
  EXPECT_FALSE(out().slip_o || out().lock_o || out().violation_o);
}

TEST_F(PcsRxTest, AViolationLosesItsWordOnly) {
  lock();
  receive(0b11, ~std::uint64_t{0});
  EXPECT_TRUE(out().violation_o);
  EXPECT_FALSE(out().valid_o || out().control_o);
  EXPECT_EQ(out().word_o, 0u);
  good();
  EXPECT_TRUE(out().valid_o);
}

TEST_F(PcsRxTest, SeparatesControlFromData) {
  lock();
  receive(0b01);
  EXPECT_TRUE(out().valid_o && out().control_o);
  receive(0b10);
  EXPECT_TRUE(out().valid_o);
  EXPECT_FALSE(out().control_o);
}

TEST_F(PcsRxTest, DescramblesThePublishedBlocks) {
  ScramblerState scrambler;
  // Blocks before a frame leave any state behind; the scrambler of the bench follows it.
  for (unsigned n = 0; n < 64; ++n) receive(0b01, scramble(scrambler, n));
  for (const ScramblerVector& vector : kPublishedFrame) {
    receive(vector.control ? 0b01 : 0b10, scramble(scrambler, vector.payload));
    EXPECT_EQ(out().word_o, vector.payload);
    EXPECT_EQ(out().control_o, vector.control);
  }
}

TEST_F(PcsRxTest, DescramblesBadBlocksTooSoThatTheNextWordIsRight) {
  ScramblerState scrambler;
  for (unsigned n = 0; n < 64; ++n) receive(0b01, scramble(scrambler, n));
  receive(0b00, scramble(scrambler, 0x5555));
  receive(0b10, scramble(scrambler, 0x1234567));
  EXPECT_EQ(out().word_o, 0x1234567u);
}

TEST_F(PcsRxTest, OneLineErrorGivesThreeWrongBitsInTheWords) {
  ScramblerState scrambler;
  for (unsigned n = 0; n < 64; ++n) receive(0b01, scramble(scrambler, n));
  unsigned wrong = 0;
  for (unsigned n = 0; n < 3; ++n) {
    receive(0b10, scramble(scrambler, 0) ^ (n == 0 ? 1u << 30 : 0));
    for (std::uint64_t word = out().word_o; word; word &= word - 1) ++wrong;
  }
  EXPECT_EQ(wrong, 3u);
}

TEST_F(PcsRxTest, ResetStartsFromUnlockedAndOnes) {
  lock();
  bench_.reset();
  EXPECT_FALSE(out().lock_o || out().slip_o || out().valid_o);
  good(63);
  EXPECT_FALSE(out().lock_o);
}

}  // namespace
}  // namespace tinsim
