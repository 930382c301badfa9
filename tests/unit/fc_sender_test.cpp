// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: which VC is advertised in which cycle, urgency, cooldown, and the rules.
#include <algorithm>

#include "tests/unit/fc_sender_fixture.h"

namespace tinsim {
namespace {

TEST_F(FcSenderTest, NothingWaitsAfterReset) {
  for (int n = 0; n < 20; ++n) {
    expect_nothing();
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ALimitShowsInTheNextCycleThreeTimes) {
  limit(5, 120);
  expect_nothing();
  bench_.clock();
  EXPECT_TRUE(out().request_o);
  EXPECT_FALSE(out().urgent_o);
  EXPECT_EQ(out().body_o, fc_body({5, 120}));
}

TEST_F(FcSenderTest, TheLimitOfResetIsNotSent) {
  grant({{5, 100}});
  expect_nothing();
}

TEST_F(FcSenderTest, ALimitThatReturnsToTheAdvertisedOneIsPendingNoMore) {
  grant({{5, 120}});
  EXPECT_TRUE(out().request_o);
  grant({{5, 100}});
  expect_nothing();
}

TEST_F(FcSenderTest, TheSecondOfTwoVcsIsRepeated) {
  grant({{6, 1}, {2, 4095}});
  EXPECT_EQ(out().body_o, fc_body({2, 4095}, {6, 1}, {6, 1}));
  EXPECT_FALSE(out().urgent_o);
}

TEST_F(FcSenderTest, ThreeVcsAreUrgentAndTheFirstThreeFromThePointerGo) {
  grant({{7, 107}, {4, 104}, {2, 102}, {1, 101}, {6, 106}});
  EXPECT_TRUE(out().urgent_o);
  EXPECT_EQ(out().body_o, fc_body({1, 101}, {2, 102}, {4, 104}));
  take();
  EXPECT_FALSE(out().urgent_o);  // two are left
  EXPECT_EQ(out().body_o, fc_body({6, 106}, {7, 107}, {7, 107}));
  grant({{5, 115}, {3, 113}, {0, 110}});
  // The pointer is the successor of 4, the last VC of the set taken.
  EXPECT_EQ(out().body_o, fc_body({5, 115}, {6, 106}, {7, 107}));
  take();  // the successor of 7 is 0
  EXPECT_EQ(out().body_o, fc_body({0, 110}, {3, 113}, {3, 113}));
  take();  // the successor of 3 is 4, so 0 comes last
  grant({{0, 9}, {5, 8}});
  EXPECT_EQ(out().body_o, fc_body({5, 8}, {0, 9}, {0, 9}));
}

TEST_F(FcSenderTest, AnUpdateIsUrgentAfterHoldCyclesNotOneEarlier) {
  for (unsigned hold : {0u, 1u, 2u, 30u, 254u, 255u}) {
    start(straps(hold));
    bench_.clock(10);
    limit(3, 1);  // cycle x
    bench_.clock();
    for (unsigned age = 0; age < 600; ++age) {  // of cycle x+1+age; it stays at 255
      ASSERT_TRUE(out().request_o);
      ASSERT_EQ(out().urgent_o, std::min(age, 255u) >= hold) << hold << " " << age;
      bench_.clock();
    }
  }
}

TEST_F(FcSenderTest, ATakenUpdateRestartsTheHoldTime) {
  start(straps(10));
  grant({{0, 1}, {1, 1}, {2, 1}});
  bench_.clock(20);
  grant({{3, 1}});
  bench_.clock();
  bench_.in.take_i = true;  // cycle x: age is 0 in x+1, 2 in x+3
  bench_.clock(3);
  for (unsigned age = 2; age < 20; ++age) {
    EXPECT_EQ(out().body_o, fc_body({3, 1}));
    EXPECT_EQ(out().urgent_o, age >= 10) << age;
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ATakenRefreshDoesNotRestartTheHoldTime) {
  start(straps(10, 100, 5));
  grant({{3, 1}});  // cycle 0: age k in cycle 1+k
  bench_.clock(4);
  EXPECT_EQ(out().body_o,
            fc_body({0, 100}, {1, 100}, {2, 100}));  // cycle 5: the refresh is sent first
  take();
  for (unsigned cycle = 9; cycle < 20; ++cycle) {
    ASSERT_EQ(bench_.cycle(), cycle);
    EXPECT_EQ(out().body_o, fc_body({3, 1}));
    EXPECT_EQ(out().urgent_o, cycle - 1 >= 10) << cycle;
    bench_.clock();
  }
}

TEST_F(FcSenderTest, AgeIsZeroAfterACycleWithoutPendingVcs) {
  start(straps(5));
  grant({{3, 1}});
  bench_.clock(10);
  EXPECT_TRUE(out().urgent_o);
  grant({{3, 100}, {3, 2}});  // not pending in one cycle
  for (unsigned age = 0; age < 10; ++age) {
    EXPECT_EQ(out().urgent_o, age >= 5) << age;
    bench_.clock();
  }
}

TEST_F(FcSenderTest, ATakeIsFollowedByTwoCyclesOfNothingAndNotByThree) {
  grant({{0, 1}, {1, 1}, {2, 1}, {3, 1}});
  bench_.clock();
  bench_.in.take_i = true;
  EXPECT_TRUE(out().request_o);  // x
  bench_.clock();
  expect_nothing();  // x+1
  bench_.clock();
  expect_nothing();  // x+2
  bench_.clock();
  EXPECT_TRUE(out().request_o);  // x+3
}

TEST_F(FcSenderTest, ATakeAcceptsTheNumbersOfTheCycleBefore) {
  grant({{4, 110}});
  EXPECT_EQ(out().body_o, fc_body({4, 110}));  // x-1
  limit(4, 120);
  bench_.clock();
  EXPECT_EQ(out().body_o, fc_body({4, 120}));  // x: ignored by the taker
  bench_.in.take_i = true;
  limit(2, 105);
  bench_.clock(3);
  EXPECT_EQ(out().body_o, fc_body({2, 105}, {4, 120}, {4, 120}));  // 120 is not advertised yet
}

TEST_F(FcSenderTest, ASetNotTakenGoesOnFollowingTheState) {
  grant({{4, 110}, {4, 120}, {6, 7}});
  EXPECT_EQ(out().body_o, fc_body({4, 120}, {6, 7}, {6, 7}));
  bench_.clock(50);
  EXPECT_EQ(out().body_o, fc_body({4, 120}, {6, 7}, {6, 7}));
}

TEST_F(FcSenderTest, ResetClearsAllState) {
  start(straps(3, 10, 8));
  grant({{7, 107}, {4, 104}, {2, 102}, {1, 101}});
  sent(0, 5);
  lost(6, 5);
  take();
  bench_.reset();
  for (int cycle = 0; cycle < 8; ++cycle) {
    expect_nothing();
    bench_.clock();
  }
  EXPECT_EQ(out().body_o, fc_body({0, 100}, {1, 100}, {2, 100}));
  take();
  bench_.clock(6);  // cycle 18
  EXPECT_EQ(out().body_o, fc_body({0, 0}, {1, 0}, {2, 0}, true));
}

TEST_F(FcSenderTest, ATakeOfNothingBreaksTheRule) {
  bench_.in.take_i = true;
  EXPECT_EQ(clock(), "TakeIsOfAShownSet");
  bench_.reset();
  limit(0, 5);
  bench_.clock();
  bench_.in.take_i = true;  // shown in this cycle, not in the one before
  EXPECT_EQ(clock(), "TakeIsOfAShownSet");
}

TEST_F(FcSenderTest, TakesInTwoCyclesInARowBreakTheRule) {
  for (unsigned gap = 1; gap <= 4; ++gap) {
    start(straps());
    grant({{0, 1}, {1, 1}, {2, 1}, {3, 1}});
    bench_.clock();
    bench_.in.take_i = true;
    bench_.clock(gap);
    bench_.in.take_i = true;
    EXPECT_EQ(clock(), gap == 4 ? "none" : "TakeIsOfAShownSet") << gap;
  }
}

TEST_F(FcSenderTest, AVcOutOfRangeBreaksARule) {
  limit(8, 1);
  EXPECT_EQ(clock(), "VcInRange");
  bench_.reset();
  lost(8, 1);
  EXPECT_EQ(clock(), "VcInRange");
  bench_.reset();
  sent(8, 1);
  EXPECT_EQ(clock(), "VcInRange");
}

TEST_F(FcSenderTest, APhaseThatIsNotBelowThePeriodBreaksARule) {
  EXPECT_EQ(broken_rule([&] { start(straps(0, 10, 9)); }), "none");
  EXPECT_EQ(broken_rule([&] { start(straps(0, 10, 10)); }), "RefreshPhaseInRange");
}

TEST(FcSenderShapes, ASingleVcIsUrgentByAgeOnly) {
  FcSender<1>::In in;
  in.hold_cycles_i = 3;
  Bench<FcSender<1>> bench(in);
  bench.in.limit_valid_i = true;
  bench.in.limit_i = 9;
  bench.clock();
  for (unsigned age = 0; age < 8; ++age) {
    EXPECT_EQ(bench.out().body_o, fc_body({0, 9}));
    EXPECT_EQ(bench.out().urgent_o, age >= 3);
    bench.clock();
  }
}

}  // namespace
}  // namespace tinsim
