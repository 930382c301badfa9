// SPDX-License-Identifier: Apache-2.0
// fc_receiver: limits one by one, reports against what was received, and its rules.
#include "rtl_models/fc_receiver/fc_receiver.h"

#include <gtest/gtest.h>

#include <array>

#include "rtl_models/parts/ordered_set.h"
#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/fc_receiver_stimulus.h"

namespace tinsim {
namespace {

class FcReceiverTest : public ::testing::Test {
 protected:
  using Entries = std::array<CreditLimit, 3>;

  void set(const Entries& entries, bool report) {
    bench_.in.set_valid_i = true;
    bench_.in.set_body_i = pack_body(FcBody{entries, report});
  }
  void limits(const Entries& entries) {
    set(entries, false);
    bench_.clock();
  }
  void report(const Entries& entries) {
    set(entries, true);
    bench_.clock();
  }
  void cell(unsigned vc, unsigned words) {
    bench_.in.cell_valid_i = true;
    bench_.in.cell_vc_i = vc;
    bench_.in.cell_words_i = words;
    bench_.clock();
  }
  /// Checks this cycle's outputs and goes on to the next.
  void expect_limit(unsigned vc, unsigned limit) {
    expect(true, vc, limit, false, 0, 0);
    bench_.clock();
  }
  void expect_lost(unsigned vc, unsigned words) {
    expect(false, 0, 0, true, vc, words);
    bench_.clock();
  }
  void expect_nothing() {
    expect(false, 0, 0, false, 0, 0);
    bench_.clock();
  }

  Bench<FcReceiver<4>> bench_;

 private:
  void expect(bool fc, unsigned fc_vc, unsigned limit, bool lost, unsigned lost_vc,
              unsigned words) {
    SCOPED_TRACE(bench_.cycle());
    const auto& out = bench_.out();
    EXPECT_EQ(out.fc_valid_o, fc);
    EXPECT_EQ(out.fc_vc_o, fc_vc);
    EXPECT_EQ(out.fc_limit_o, limit);
    EXPECT_EQ(out.lost_valid_o, lost);
    EXPECT_EQ(out.lost_vc_o, lost_vc);
    EXPECT_EQ(out.lost_words_o, words);
  }
};

TEST_F(FcReceiverTest, LimitsFollowOneByOneFromTheNextCycleOn) {
  set({{{3, 100}, {1, 4095}, {0, 0}}}, false);
  EXPECT_FALSE(bench_.out().fc_valid_o);
  bench_.clock();
  expect_limit(3, 100);
  expect_limit(1, 4095);
  expect_limit(0, 0);
  expect_nothing();
}

TEST_F(FcReceiverTest, RepeatedLimitsAreRepeated) {
  limits({{{2, 7}, {2, 7}, {2, 7}}});
  for (int n = 0; n < 3; ++n) expect_limit(2, 7);
  expect_nothing();
}

TEST_F(FcReceiverTest, EntriesOfVcsThatAreNotThereTakeTheirCycle) {
  limits({{{4, 1}, {3, 2}, {31, 3}}});
  expect_nothing();
  expect_limit(3, 2);
  expect_nothing();
  report({{{4, 1}, {3, 2}, {31, 3}}});
  expect_nothing();
  expect_lost(3, 2);
  expect_nothing();
}

TEST_F(FcReceiverTest, AReportOfReceivedWordsHasNoEffect) {
  cell(1, 20);
  cell(2, 2);
  report({{{1, 20}, {2, 2}, {3, 0}}});
  for (int n = 0; n < 4; ++n) expect_nothing();
}

TEST_F(FcReceiverTest, AReportShowsLostWordsOnce) {
  cell(1, 5);
  cell(2, 20);
  report({{{1, 5}, {2, 25}, {3, 9}}});
  expect_nothing();
  expect_lost(2, 5);
  expect_lost(3, 9);
  report({{{1, 5}, {2, 25}, {3, 9}}});
  for (int n = 0; n < 3; ++n) expect_nothing();
  cell(2, 2);
  report({{{2, 30}, {2, 30}, {2, 30}}});
  expect_lost(2, 3);
  expect_nothing();
}

TEST_F(FcReceiverTest, CountsWrapAt4096) {
  for (int n = 0; n < 300; ++n) cell(0, 20);  // 6000 words
  report({{{0, 6000 - 4096 + 10}, {0, 0}, {1, 4095}}});
  expect_lost(0, 10);
  expect_nothing();
  expect_lost(1, 4095);
  report({{{1, 3}, {2, 0}, {0, 1914}}});
  expect_lost(1, 4);  // from 4095 to 4099
  expect_nothing();
  expect_nothing();
}

TEST_F(FcReceiverTest, OnlyTheFirstOfRepeatedReportsCounts) {
  report({{{1, 10}, {1, 50}, {2, 1}}});
  expect_lost(1, 10);
  expect_nothing();
  expect_lost(2, 1);
  report({{{2, 1}, {1, 10}, {2, 5}}});  // as `received` was left
  for (int n = 0; n < 3; ++n) expect_nothing();
}

TEST_F(FcReceiverTest, TheDifferenceIsFormedWhenTheReportArrives) {
  cell(3, 20);  // the cycle before counts
  report({{{1, 8}, {2, 8}, {3, 28}}});
  bench_.in.cell_valid_i = true;
  bench_.in.cell_vc_i = 3;
  bench_.in.cell_words_i = 20;
  expect_lost(1, 8);
  expect_lost(2, 8);
  expect_lost(3, 8);
  report({{{3, 48}, {3, 48}, {3, 48}}});
  for (int n = 0; n < 3; ++n) expect_nothing();
}

TEST_F(FcReceiverTest, ASetReplacesTheRestOfTheOneBefore) {
  limits({{{0, 1}, {1, 2}, {2, 3}}});
  set({{{3, 4}, {2, 5}, {1, 6}}}, true);
  expect_limit(0, 1);
  expect_lost(3, 4);
  set({{{0, 7}, {1, 8}, {2, 9}}}, false);
  expect_lost(2, 5);
  for (unsigned vc = 0; vc < 3; ++vc) expect_limit(vc, 7 + vc);
  expect_nothing();
  // The report's third entry was not shown, but it counted.
  report({{{1, 6}, {1, 6}, {1, 6}}});
  expect_nothing();
}

TEST_F(FcReceiverTest, AReportAndACellInOneCycleBreakARule) {
  set({{{0, 1}, {0, 1}, {0, 1}}}, true);
  EXPECT_EQ(broken_rule([&] { cell(1, 2); }), "ReportIsAlone");
  bench_.reset();
  set({{{0, 1}, {0, 1}, {0, 1}}}, false);
  EXPECT_EQ(broken_rule([&] { cell(1, 2); }), "none");
}

TEST_F(FcReceiverTest, ACellOfAVcThatIsNotThereBreaksARule) {
  EXPECT_EQ(broken_rule([&] { cell(3, 2); }), "none");
  EXPECT_EQ(broken_rule([&] { cell(4, 2); }), "CellVcInRange");
}

TEST_F(FcReceiverTest, ResetClearsAllState) {
  cell(1, 20);
  limits({{{0, 1}, {1, 2}, {2, 3}}});
  bench_.reset();
  expect_nothing();
  report({{{1, 0}, {1, 0}, {1, 0}}});
  for (int n = 0; n < 3; ++n) expect_nothing();
}

TEST(FcReceiverRandom, ReportsFindEveryWordThatWasLost) {
  FcReceiver<32> receiver;
  Random random(1);
  std::array<unsigned, 32> sent{}, lost{}, found{};
  auto clock = [&](FcReceiver<32>::In in) {
    receiver.tick(in);
    const auto& out = receiver.out();
    if (out.lost_valid_o) found[unsigned(out.lost_vc_o)] += unsigned(out.lost_words_o);
  };
  for (unsigned round = 0; round < 3000; ++round) {
    const unsigned first = round % 11 * 3;
    for (unsigned cells = random.below(20); cells > 0; --cells) {
      FcReceiver<32>::In in;
      in.cell_vc_i = random.below(32);
      in.cell_words_i = random.range(2, 20);
      sent[unsigned(in.cell_vc_i)] += unsigned(in.cell_words_i);
      in.cell_valid_i = random.chance(80);
      if (!in.cell_valid_i) lost[unsigned(in.cell_vc_i)] += unsigned(in.cell_words_i);
      clock(in);
    }
    CreditLimit entries[3];
    for (unsigned n = 0; n < 3; ++n) {
      const unsigned vc = std::min(first + n, 31u);
      entries[n] = {static_cast<std::uint8_t>(vc), static_cast<std::uint16_t>(sent[vc] % 4096)};
    }
    FcReceiver<32>::In in;
    in.set_valid_i = round < 2989 ? random.chance(70) : true;  // reports are lost too
    in.set_body_i = pack_body(make_fc(entries, 3, true));
    clock(in);
    for (int n = 0; n < 2; ++n) clock({});
    if (round < 2989) continue;
    for (const CreditLimit& entry : entries) EXPECT_EQ(found[entry.vc], lost[entry.vc]);
  }
}

TEST(FcReceiverRandom, TheStimulusKeepsTheRules) {
  FcReceiver<32> receiver;
  FcReceiverStimulus<32> stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(receiver, stimulus, 100000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
