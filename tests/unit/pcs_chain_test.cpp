// SPDX-License-Identifier: Apache-2.0
// Transmit and receive PCS over a line: words come back, through any alignment and lost bits.
#include "testbench/pcs_chain.h"

#include <gtest/gtest.h>

#include <optional>

#include "testbench/bench.h"
#include "testbench/random.h"

namespace tinsim {
namespace {

/// Sends consecutive numbers; what comes back while locked must be consecutive too, but for
/// violations.
class PcsChainTest : public ::testing::Test {
 protected:
  void clock() {
    bench_.in.valid_i = true;
    bench_.in.control_i = is_control(sent_);
    bench_.in.word_i = sent_++;
    bench_.clock();
  }
  void run(unsigned cycles) {
    for (; cycles > 0; --cycles) {
      clock();
      if (!out().lock_o) {
        last_.reset();
      } else if (out().violation_o) {
        if (last_) ++*last_;
        ++violations_;
      } else if (out().valid_o) {
        check_word();
      }
    }
  }
  void check_word() {
    EXPECT_EQ(out().word_o, last_.value_or(out().word_o - 1) + 1);
    EXPECT_EQ(out().control_o, is_control(out().word_o));
    last_ = out().word_o;
    ++words_;
  }
  void restart() {
    bench_.reset();
    last_.reset();
    sent_ = words_ = violations_ = 0;
  }
  static bool is_control(std::uint64_t word) { return word % 3 == 0; }
  const PcsChainOut& out() { return bench_.out(); }

  Bench<PcsChain<PcsTx, PcsRx>> bench_;
  std::optional<std::uint64_t> last_;
  std::uint64_t sent_ = 0, words_ = 0, violations_ = 0;
};

TEST_F(PcsChainTest, AnAlignedLineLocksWith64BlocksAndGivesWordsThreeCyclesLater) {
  bench_.in.lost_i = Gearbox::kBlockBits;  // the zeros that follow reset
  run(3 + 62);
  EXPECT_FALSE(out().lock_o);
  run(1);
  EXPECT_TRUE(out().lock_o);  // words 0..63 have come; none is given
  EXPECT_EQ(words_, 0u);
  for (std::uint64_t word = 64; word < 200; ++word) {
    run(1);
    ASSERT_TRUE(out().valid_o);
    ASSERT_EQ(out().word_o, word);
    ASSERT_EQ(out().word_o, bench_.cycle() - 3);
  }
}

TEST_F(PcsChainTest, EveryAlignmentIsFound) {
  for (unsigned lost = 0; lost < Gearbox::kBlockBits; ++lost) {
    restart();
    bench_.in.lost_i = lost;
    run(1000);
    EXPECT_TRUE(out().lock_o) << lost;
    EXPECT_GT(words_, 500u) << lost;
  }
}

TEST_F(PcsChainTest, LostBitsCostTheLockAndThenWordsComeBack) {
  Random random(1);
  run(1000);
  for (int n = 0; n < 20; ++n) {
    ASSERT_TRUE(out().lock_o);
    bench_.in.lost_i = random.range(1, Gearbox::kBlockBits - 1);
    // Half of the headers are bad now; until the 16th is seen, words are wrong.
    unsigned cycles = 0;
    for (clock(); out().lock_o && cycles < 200; ++cycles) clock();
    EXPECT_FALSE(out().lock_o) << n;
    words_ = 0;
    run(1000);
    EXPECT_GT(words_, 500u) << n;
  }
}

TEST_F(PcsChainTest, AWrongSyncBitCostsItsWordOnly) {
  run(1000);
  ASSERT_TRUE(out().lock_o);
  words_ = 0;
  for (unsigned n = 0; n < 100; ++n) {
    bench_.in.flips_i.set_bit(n % 2, true);
    run(10);
  }
  run(3);
  EXPECT_EQ(violations_, 100u);
  EXPECT_EQ(words_, 1003u - 100);
}

}  // namespace
}  // namespace tinsim
