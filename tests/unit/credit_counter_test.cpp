// SPDX-License-Identifier: Apache-2.0
// Credit counter: updates, takes, the half range, and its rules.
#include "rtl_models/credit_counter/credit_counter.h"

#include <gtest/gtest.h>

#include "testbench/bench.h"
#include "testbench/drive.h"
#include "testbench/stimulus/credit_counter_stimulus.h"

namespace tinsim {
namespace {

class CreditCounterTest : public ::testing::Test {
 protected:
  using Counter = CreditCounter<4>;

  static Counter::In straps() {
    Counter::In in;
    in.init_limit_i = {10, 20, 30, 0};
    return in;
  }
  void limit(unsigned vc, unsigned words) {
    bench_.in.fc_valid_i = true;
    bench_.in.fc_vc_i = vc;
    bench_.in.fc_limit_i = words;
  }
  void take(unsigned vc, unsigned words) {
    bench_.in.take_valid_i = true;
    bench_.in.take_vc_i = vc;
    bench_.in.take_words_i = words;
  }
  unsigned avail(unsigned vc) { return unsigned(bench_.out().avail_o[vc]); }

  Bench<Counter> bench_{straps()};
};

TEST_F(CreditCounterTest, ResetShowsTheInitialLimits) {
  EXPECT_EQ(avail(0), 10u);
  EXPECT_EQ(avail(1), 20u);
  EXPECT_EQ(avail(2), 30u);
  EXPECT_EQ(avail(3), 0u);
}

TEST_F(CreditCounterTest, AnUpdateShowsInTheNextCycleAndNotBefore) {
  limit(3, 5);
  EXPECT_EQ(avail(3), 0u);
  bench_.clock();
  EXPECT_EQ(avail(3), 5u);
}

TEST_F(CreditCounterTest, ATakeShowsInTheNextCycleAndNotBefore) {
  take(0, 7);
  EXPECT_EQ(avail(0), 10u);
  bench_.clock();
  EXPECT_EQ(avail(0), 3u);
  EXPECT_EQ(avail(1), 20u);
}

TEST_F(CreditCounterTest, BothPortsActInOneCycleOnOneVc) {
  limit(1, 25);
  take(1, 20);
  bench_.clock();
  EXPECT_EQ(avail(1), 5u);
}

TEST_F(CreditCounterTest, BothPortsActInOneCycleOnTwoVcs) {
  limit(1, 25);
  take(2, 20);
  bench_.clock();
  EXPECT_EQ(avail(1), 25u);
  EXPECT_EQ(avail(2), 10u);
}

TEST_F(CreditCounterTest, ARepeatedLimitChangesNothing) {
  for (int n = 0; n < 2; ++n) {
    limit(0, 12);
    bench_.clock();
    EXPECT_EQ(avail(0), 12u);
  }
}

TEST_F(CreditCounterTest, AnOlderLimitIsIgnored) {
  limit(0, 9);
  bench_.clock();
  EXPECT_EQ(avail(0), 10u);
}

TEST_F(CreditCounterTest, TheHalfRangeDecidesWhatIsOlder) {
  limit(3, 2048);
  bench_.clock();
  EXPECT_EQ(avail(3), 0u);
  limit(3, 2047);
  bench_.clock();
  EXPECT_EQ(avail(3), 2047u);
}

TEST_F(CreditCounterTest, NothingIsAvailableHalfTheRangeAheadUntilAnUpdateLeadsAround) {
  Counter::In in;
  in.init_limit_i[0] = 3000;
  bench_ = Bench<Counter>(in);
  EXPECT_EQ(avail(0), 0u);
  limit(0, (3000 + 1500) % 4096);
  bench_.clock();
  EXPECT_EQ(avail(0), 404u);
}

TEST_F(CreditCounterTest, ALostUpdateHealsWithTheNext) {
  take(0, 10);
  bench_.clock();
  // A limit of 15 is lost; 20 follows and holds both.
  limit(0, 20);
  bench_.clock();
  EXPECT_EQ(avail(0), 10u);
}

TEST_F(CreditCounterTest, CountsWrapAt4096) {
  unsigned granted = 10;
  for (int n = 0; n < 1000; ++n) {  // 10000 words: twice around
    take(0, 10);
    granted += 10;
    limit(0, granted % 4096);
    bench_.clock();
    ASSERT_EQ(avail(0), 10u) << n;
  }
}

TEST_F(CreditCounterTest, TakingAllIsLegalAndOneMoreIsNot) {
  take(0, 10);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "none");
  take(1, 21);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "TakeWithinCredit");
}

TEST_F(CreditCounterTest, ATakeMayNotUseAnUpdateOfTheSameCycle) {
  limit(0, 11);
  take(0, 11);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "TakeWithinCredit");
}

TEST_F(CreditCounterTest, ALimitHalfTheRangeAheadBreaksARule) {
  limit(0, 10 + 2037);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "none");
  limit(0, 10 + 2038);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "LimitWithinHalfRange");
}

TEST_F(CreditCounterTest, AVcOutOfRangeBreaksARule) {
  limit(4, 10);
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "VcInRange");
  take(4, 0);
  bench_.in.fc_valid_i = false;
  EXPECT_EQ(broken_rule([&] { bench_.clock(); }), "VcInRange");
}

TEST_F(CreditCounterTest, ResetClearsAllState) {
  take(0, 10);
  bench_.clock();
  bench_.reset();
  EXPECT_EQ(avail(0), 10u);
}

TEST(CreditCounterRandom, TheStimulusKeepsTheRules) {
  CreditCounter<32> counter;
  CreditCounterStimulus<32> stimulus(1);
  EXPECT_EQ(broken_rule([&] { drive(counter, stimulus, 100000, 1); }), "none");
}

}  // namespace
}  // namespace tinsim
