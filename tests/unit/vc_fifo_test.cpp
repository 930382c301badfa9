// SPDX-License-Identifier: Apache-2.0
// VC FIFO: each statement of its README on timing, and each rule.
#include "rtl_models/vc_fifo/vc_fifo.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"

namespace tinsim {
namespace {

using Fifo = VcFifo<4, 64>;

class VcFifoTest : public ::testing::Test {
 protected:
  static Fifo::In straps() {
    Fifo::In in;
    in.depth_words_i = {64, 40, 20, 5};
    return in;
  }
  /// Sets the inputs for word `n` of a cell.
  void word(unsigned vc, unsigned len, unsigned n, unsigned tag = 0) {
    bench_.in.push_valid_i = true;
    bench_.in.push_sop_i = n == 0;
    bench_.in.push_vc_i = vc;
    bench_.in.push_len_i = n == 0 ? len : 0;
    bench_.in.push_meta_i = n == 0 ? tag : 0;
    bench_.in.push_data_i = data(tag, n);
  }
  void push_cell(unsigned vc, unsigned len, unsigned tag = 0) {
    for (unsigned n = 0; n < len; ++n) {
      word(vc, len, n, tag);
      bench_.clock();
    }
  }
  void pop(unsigned vc) {
    bench_.in.pop_valid_i = true;
    bench_.in.pop_vc_i = vc;
  }
  static std::uint64_t data(unsigned tag, unsigned n) { return std::uint64_t{tag} << 32 | (n + 1); }
  const Fifo::Out& out() { return bench_.out(); }

  Bench<Fifo> bench_{straps()};
};

TEST_F(VcFifoTest, ResetShowsNothing) {
  EXPECT_EQ(out().head_valid_o, (std::array<bool, 4>{}));
  EXPECT_FALSE(out().pop_valid_o || out().credit_valid_o);
}

TEST_F(VcFifoTest, AFirstWordMakesAHeadInTheNextCycleAndNotBefore) {
  word(2, 3, 0, 77);
  EXPECT_FALSE(out().head_valid_o[2]);
  bench_.clock();
  EXPECT_TRUE(out().head_valid_o[2]);
  EXPECT_EQ(out().head_len_o[2], 3u);
  EXPECT_EQ(out().head_meta_o[2], 77u);
  EXPECT_FALSE(out().head_valid_o[0] || out().head_valid_o[1] || out().head_valid_o[3]);
}

TEST_F(VcFifoTest, WordsLeaveTwoCyclesAfterThePopWithoutAGapWhileTheCellStillArrives) {
  constexpr unsigned kLen = 6;
  // Header pushed in cycle 0, popped in cycle 1, the earliest: words in cycles 3 .. 8.
  for (unsigned cycle = 0; cycle < 12; ++cycle) {
    if (cycle < kLen) word(1, kLen, cycle, 5);
    if (cycle == 1) pop(1);
    const bool expected = cycle >= 3 && cycle < 3 + kLen;
    EXPECT_EQ(out().pop_valid_o, expected) << cycle;
    EXPECT_EQ(out().pop_sop_o, cycle == 3) << cycle;
    EXPECT_EQ(out().pop_data_o, expected ? data(5, cycle - 3) : 0) << cycle;
    bench_.clock();
  }
}

TEST_F(VcFifoTest, TheCreditComesWithTheFirstWordForTheWholeCell) {
  push_cell(1, 6);
  pop(1);  // cycle x
  bench_.clock();
  EXPECT_FALSE(out().credit_valid_o);  // x+1
  bench_.clock();
  EXPECT_TRUE(out().credit_valid_o && out().pop_sop_o);  // x+2
  EXPECT_EQ(out().credit_vc_o, 1u);
  EXPECT_EQ(out().credit_words_o, 6u);
  EXPECT_EQ(out().credit_limit_o, 46u);
  bench_.clock();
  EXPECT_FALSE(out().credit_valid_o);
  EXPECT_EQ(out().credit_vc_o, 0u);
  EXPECT_EQ(out().credit_words_o, 0u);
  EXPECT_EQ(out().credit_limit_o, 0u);
}

TEST_F(VcFifoTest, TheCumulativeLimitWrapsAt4096) {
  unsigned granted = 20;
  for (int n = 0; n < 250; ++n) {
    push_cell(2, 20);
    pop(2);
    bench_.clock(2);
    granted += 20;
    ASSERT_EQ(out().credit_limit_o, granted % 4096) << n;
    bench_.clock(18);
  }
}

TEST_F(VcFifoTest, ThePopShowsTheNextCellAtOnce) {
  push_cell(0, 2, 1);
  push_cell(0, 3, 2);
  EXPECT_EQ(out().head_meta_o[0], 1u);
  pop(0);
  EXPECT_EQ(out().head_meta_o[0], 1u);
  bench_.clock();
  EXPECT_TRUE(out().head_valid_o[0]);
  EXPECT_EQ(out().head_meta_o[0], 2u);
  EXPECT_EQ(out().head_len_o[0], 3u);
  bench_.clock();
  pop(0);
  bench_.clock();
  EXPECT_FALSE(out().head_valid_o[0]);
  EXPECT_EQ(out().head_meta_o[0], 0u);
  EXPECT_EQ(out().head_len_o[0], 0u);
}

TEST_F(VcFifoTest, AFirstWordPushedWithThePopOfTheLastCellIsTheNextHead) {
  push_cell(0, 2, 1);
  pop(0);
  word(0, 2, 0, 2);
  bench_.clock();
  EXPECT_TRUE(out().head_valid_o[0]);
  EXPECT_EQ(out().head_meta_o[0], 2u);
}

TEST_F(VcFifoTest, PopsAtTheEarliestLeaveNoBubble) {
  push_cell(0, 4, 1);
  push_cell(1, 2, 2);
  push_cell(0, 3, 3);
  pop(0);  // x
  bench_.clock(4);
  pop(1);  // x+4
  bench_.clock(2);
  pop(0);  // x+6; the words of all three in x+2 .. x+10
  std::vector<std::uint64_t> seen;
  bench_.clock(0);
  for (int n = 0; n < 5; ++n) {
    seen.push_back(out().pop_data_o);
    bench_.clock();
  }
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{data(2, 0), data(2, 1), data(3, 0), data(3, 1),
                                              data(3, 2)}));
  EXPECT_FALSE(out().pop_valid_o);
}

TEST_F(VcFifoTest, APopOneCycleTooEarlyBreaksPopSpacing) {
  push_cell(0, 4);
  push_cell(1, 2);
  pop(0);
  bench_.clock(3);
  pop(1);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "PopSpacing");
}

TEST_F(VcFifoTest, APopWithoutAHeadBreaksARule) {
  word(0, 2, 0);
  pop(0);  // the cell becomes a member with the next cycle only
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "PopNeedsHead");
}

TEST_F(VcFifoTest, TheWholeDepthMayBeUsedAndNotAWordMore) {
  push_cell(2, 10);
  EXPECT_EQ(broken_rule([&] { push_cell(2, 10); }), "none");
  word(2, 2, 0);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "NoOverrun");
}

TEST_F(VcFifoTest, APopGrantsItsWordsForTheNextCycle) {
  push_cell(2, 20);
  pop(2);
  bench_.clock();
  EXPECT_EQ(broken_rule([&] { push_cell(2, 20, 9); }), "none");
  bench_.reset();
  push_cell(2, 20);
  pop(2);
  word(2, 20, 0);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "NoOverrun");
}

TEST_F(VcFifoTest, AGapInACellBreaksARule) {
  word(0, 3, 0);
  bench_.clock();
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "CellIsContiguous");
}

TEST_F(VcFifoTest, ACellWithinACellBreaksARule) {
  word(0, 3, 0);
  bench_.clock();
  word(0, 3, 0);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "CellIsContiguous");
}

TEST_F(VcFifoTest, AnotherVcWithinACellBreaksARule) {
  word(0, 3, 0);
  bench_.clock();
  word(1, 3, 1);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "CellIsContiguous");
}

TEST_F(VcFifoTest, AWordWithoutACellBreaksARule) {
  word(0, 3, 1);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "CellIsContiguous");
}

TEST_F(VcFifoTest, LengthsFrom2To20AreLegal) {
  for (unsigned len = 0; len < 32; ++len) {
    bench_.reset();
    word(0, len, 0);
    const bool legal = len >= 2 && len <= 20;
    EXPECT_EQ(broken_rule([&] { bench_.clock(); }), legal ? "none" : "LenIsLegal") << len;
  }
}

TEST_F(VcFifoTest, ADepthAboveTheStorageBreaksARule) {
  Fifo::In in;
  in.depth_words_i[1] = 65;
  Fifo fifo;
  EXPECT_EQ(broken_rule([&] { fifo.reset(in); }), "DepthWithinStorage");
}

// Every word that enters leaves once, in order within its VC, and credits add up.
TEST(VcFifoRandom, KeepsWordsInOrderAndCreditsInBalance) {
  VcFifo<32, 512> fifo;
  VcFifoStimulus<32, 512> stimulus(7);
  std::vector<std::deque<std::uint64_t>> expected(32);
  std::uint64_t reading = 0, in_words = 0, out_words = 0, credit_words = 0;
  fifo.reset(stimulus.restart());
  for (int cycle = 0; cycle < 200000; ++cycle) {
    const auto out = fifo.out();
    const auto in = stimulus.next(out);
    if (out.pop_sop_o) {
      ASSERT_TRUE(out.credit_valid_o);
      reading = out.credit_vc_o;
      credit_words += out.credit_words_o;
    }
    if (out.pop_valid_o) {
      ASSERT_FALSE(expected[reading].empty());
      ASSERT_EQ(out.pop_data_o, expected[reading].front());
      expected[reading].pop_front();
      ++out_words;
    }
    if (in.push_valid_i) {
      expected[in.push_vc_i].push_back(in.push_data_i);
      ++in_words;
    }
    fifo.tick(in);
  }
  std::uint64_t held = 0;
  for (const auto& queue : expected) held += queue.size();
  EXPECT_EQ(in_words, out_words + held);
  EXPECT_GE(credit_words, out_words);
  EXPECT_LE(credit_words, out_words + 20);
  EXPECT_GT(out_words, 10000u);
}

}  // namespace
}  // namespace tinsim
