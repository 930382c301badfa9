// SPDX-License-Identifier: Apache-2.0
// Transmit PCS: sync headers, timing, idles, and the published blocks.
#include "rtl_models/pcs_tx/pcs_tx.h"

#include <gtest/gtest.h>

#include "rtl_models/parts/block66.h"
#include "testbench/bench.h"
#include "testbench/stimulus/pcs_vectors.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {
namespace {

class PcsTxTest : public ::testing::Test {
 protected:
  void send(std::uint64_t word, bool control) {
    bench_.in.valid_i = true;
    bench_.in.control_i = control;
    bench_.in.word_i = word;
    bench_.clock();
  }
  const Bits<66>& block() { return bench_.out().block_o; }

  Bench<PcsTx> bench_;
};

TEST_F(PcsTxTest, ShowsAllZeroInTheFirstCycleAfterReset) {
  EXPECT_EQ(block(), Bits<66>());
  send(1, false);
  EXPECT_NE(block(), Bits<66>());
  bench_.reset();
  EXPECT_EQ(block(), Bits<66>());
}

TEST_F(PcsTxTest, SendsThePublishedBlocksOneCycleAfterTheirWords) {
  for (const ScramblerVector& vector : kPublishedFrame) {
    send(vector.payload, vector.control);
    EXPECT_EQ(payload_of(block()), vector.line);
  }
}

TEST_F(PcsTxTest, TheFirstBitIsOneForControlAndTheSecondForData) {
  send(7, true);
  EXPECT_TRUE(block().bit(0) && !block().bit(1));
  send(7, false);
  EXPECT_TRUE(!block().bit(0) && block().bit(1));
}

TEST_F(PcsTxTest, ThePayloadFollowsTheSyncHeaderLeastSignificantBitFirst) {
  const ScramblerVector& vector = kPublishedFrame[0];
  send(vector.payload, true);
  for (unsigned n = 0; n < 64; ++n) EXPECT_EQ(block().bit(n + 2), (vector.line >> n & 1) != 0) << n;
}

TEST_F(PcsTxTest, WithoutAWordItSendsTheIdleOrderedSetInEveryCycle) {
  const std::uint64_t idle = with_crc(0x7);
  ScramblerState rx;
  for (int n = 0; n < 100; ++n) {
    bench_.in.control_i = n & 1;  // without valid_i this and the word say nothing
    bench_.in.word_i = ~std::uint64_t{0};
    bench_.clock();
    EXPECT_EQ(sync_of(block()), 0b01u);
    EXPECT_EQ(descramble(rx, payload_of(block())), idle);
  }
}

TEST_F(PcsTxTest, ResetPutsTheScramblerBackToOnes) {
  send(0x1234, false);
  bench_.reset();
  for (std::uint64_t line : kPublishedIdles) {
    send(0x1e, true);
    EXPECT_EQ(payload_of(block()), line);
  }
}

}  // namespace
}  // namespace tinsim
