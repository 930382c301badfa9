// SPDX-License-Identifier: Apache-2.0
// Crossbar: timing of words and busy, and each rule.
#include "rtl_models/crossbar/crossbar.h"

#include <gtest/gtest.h>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/crossbar_stimulus.h"

namespace tinsim {
namespace {

class CrossbarTest : public ::testing::Test {
 protected:
  void start(unsigned input, unsigned output, unsigned len) {
    bench_.in.start_valid_i[input] = true;
    bench_.in.start_port_i[input] = output;
    bench_.in.start_len_i[input] = len;
  }
  void word(unsigned input, bool first, std::uint64_t data) {
    bench_.in.in_valid_i[input] = true;
    bench_.in.in_sop_i[input] = first;
    bench_.in.in_data_i[input] = data;
  }
  std::string clock() {
    return broken_rule([&] { bench_.clock(); });
  }
  const Crossbar<4>::Out& out() { return bench_.out(); }

  Bench<Crossbar<4>> bench_;
};

TEST_F(CrossbarTest, WordsPresentedFromX2AppearFromX3) {
  constexpr unsigned kLen = 3;
  for (unsigned cycle = 0; cycle < 9; ++cycle) {
    if (cycle == 0) start(1, 2, kLen);
    if (cycle >= 2 && cycle < 2 + kLen) word(1, cycle == 2, 100 + cycle);
    const bool expected = cycle >= 3 && cycle < 3 + kLen;
    for (unsigned port = 0; port < 4; ++port) {
      const bool here = expected && port == 2;
      EXPECT_EQ(out().out_valid_o[port], here) << cycle;
      EXPECT_EQ(out().out_sop_o[port], here && cycle == 3) << cycle;
      EXPECT_EQ(out().out_data_o[port], here ? 100 + cycle - 1 : 0) << cycle;
    }
    bench_.clock();
  }
}

TEST_F(CrossbarTest, BusyLastsFromX1ToXPlusNMinus2) {
  for (unsigned len = 2; len <= 20; ++len) {
    bench_.reset();
    for (unsigned cycle = 0; cycle < len + 4; ++cycle) {
      if (cycle == 0) start(3, 0, len);
      if (cycle >= 2 && cycle < 2 + len) word(3, cycle == 2, 0);
      const bool busy = cycle >= 1 && cycle + 2 <= len;
      EXPECT_EQ(out().in_busy_o[3], busy) << len << " " << cycle;
      EXPECT_EQ(out().out_busy_o[0], busy) << len << " " << cycle;
      EXPECT_FALSE(out().in_busy_o[0] || out().out_busy_o[3]);
      bench_.clock();
    }
  }
}

TEST_F(CrossbarTest, AnArbiterThatTrustsBusyLeavesNoBubble) {
  // Matched when busy is low in cycle y, started in y+1: the output then shows a word every cycle.
  for (unsigned len = 2; len <= 20; ++len) {
    bench_.reset();
    bool matched = false;
    unsigned pending[3] = {0, 0, 0}, left = 0;  // cell lengths on their way to the input
    for (unsigned cycle = 0; cycle < 100; ++cycle) {
      if (pending[2]) left = pending[2];
      pending[2] = pending[1];
      pending[1] = 0;
      if (left) {
        word(0, left == len, 1);
        --left;
      }
      const bool match_now = !out().in_busy_o[0] && !out().out_busy_o[1] && !matched;
      if (matched) {
        start(0, 1, len);
        pending[1] = len;
      }
      matched = match_now;
      if (cycle >= 4) {
        ASSERT_TRUE(out().out_valid_o[1]) << len << " " << cycle;
      }
      bench_.clock();
    }
  }
}

TEST_F(CrossbarTest, ASecondStartMayComeAfterNCyclesAndNotBefore) {
  for (unsigned wait : {2u, 3u}) {
    bench_.reset();
    start(0, 1, 3);
    bench_.clock(2);
    word(0, true, 0);
    if (wait == 3) {
      bench_.clock();
      word(0, false, 0);
    }
    start(0, 2, 2);  // same input, another output
    EXPECT_EQ(clock(), wait == 3 ? "none" : "NoDoubleStart");
  }
}

TEST_F(CrossbarTest, TwoStartsInACycleMayNotNameOneOutput) {
  start(0, 1, 2);
  start(2, 1, 2);
  EXPECT_EQ(clock(), "NoDoubleStart");
}

TEST_F(CrossbarTest, AStartOnAnOutputStillHeldBreaksARule) {
  start(0, 1, 5);
  bench_.clock();
  start(2, 1, 2);
  EXPECT_EQ(clock(), "NoDoubleStart");
}

TEST_F(CrossbarTest, AWordWithoutAStartBreaksARule) {
  word(0, true, 0);
  EXPECT_EQ(clock(), "WordsFollowStart");
}

TEST_F(CrossbarTest, AMissingWordBreaksARule) {
  start(0, 1, 2);
  bench_.clock(2);
  EXPECT_EQ(clock(), "WordsFollowStart");
}

TEST_F(CrossbarTest, AWordOneCycleEarlyBreaksARule) {
  start(0, 1, 2);
  bench_.clock();
  word(0, true, 0);
  EXPECT_EQ(clock(), "WordsFollowStart");
}

TEST_F(CrossbarTest, TheFirstWordAloneIsMarked) {
  start(0, 1, 2);
  bench_.clock(2);
  word(0, false, 0);
  EXPECT_EQ(clock(), "WordsFollowStart");
  bench_.reset();
  start(0, 1, 2);
  bench_.clock(2);
  word(0, true, 0);
  bench_.clock();
  word(0, true, 0);
  EXPECT_EQ(clock(), "WordsFollowStart");
}

TEST_F(CrossbarTest, AMarkWithoutAWordBreaksARule) {
  bench_.in.in_sop_i[0] = true;
  EXPECT_EQ(clock(), "WordsFollowStart");
}

TEST_F(CrossbarTest, LengthsFrom2To20AreLegal) {
  for (unsigned len = 0; len < 32; ++len) {
    bench_.reset();
    start(0, 0, len);
    EXPECT_EQ(clock(), len >= 2 && len <= 20 ? "none" : "LenIsLegal") << len;
  }
}

TEST_F(CrossbarTest, APortOutOfRangeBreaksARule) {
  start(0, 4, 2);
  EXPECT_EQ(clock(), "PortInRange");
}

TEST(CrossbarRandom, TheStimulusKeepsTheRules) {
  Crossbar<50> crossbar;
  CrossbarStimulus<50> stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(crossbar, stimulus, 20000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
