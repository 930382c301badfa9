// SPDX-License-Identifier: Apache-2.0
// link_state: every transition, what counts as hearing, and the farewell to PHY sets.
#include "rtl_models/link_state/link_state.h"

#include <gtest/gtest.h>

#include "testbench/bench.h"

namespace tinsim {
namespace {

constexpr PhyState kDown = PhyState::Down, kTrain = PhyState::Train, kUp = PhyState::Up,
                   kLocal = PhyState::LocalFault, kRemote = PhyState::RemoteFault;

class LinkStateTest : public ::testing::Test {
 protected:
  static LinkState::In straps(bool start_up) {
    LinkState::In in;
    in.start_up_i = start_up;
    in.enable_i = in.lock_i = true;
    return in;
  }
  PhyState state() const { return static_cast<PhyState>(unsigned(bench_.out().state_o)); }
  void receive(PhyState received, unsigned times = 1) {
    receive_code(static_cast<unsigned>(received), times);
  }
  void receive_code(unsigned code, unsigned times = 1) {
    for (; times > 0; --times) {
      bench_.in.phy_valid_i = true;
      bench_.in.phy_state_i = code;
      bench_.clock();
    }
  }
  void send(unsigned times) {
    for (; times > 0; --times) {
      bench_.in.phy_sent_i = true;
      bench_.clock();
    }
  }
  /// Leads from reset to the state; the set received last is `last`, once.
  void enter(PhyState wanted) {
    bench_ = Bench<LinkState>(straps(false));
    if (wanted == kDown) return;
    if (wanted == kLocal) bench_.in.lock_i = false;
    bench_.clock();
    if (wanted == kRemote || wanted == kLocal) return;
    receive(kRemote, 4);
    if (wanted == kTrain) return;
    receive(kTrain, 4);
  }

  Bench<LinkState> bench_{straps(false)};
};

TEST_F(LinkStateTest, ResetIsDownUnlessTrainedAlready) {
  EXPECT_EQ(state(), kDown);
  EXPECT_TRUE(bench_.out().phy_valid_o);
  EXPECT_FALSE(bench_.out().cells_enable_o || bench_.out().rx_enable_o);
  bench_ = Bench<LinkState>(straps(true));
  EXPECT_EQ(state(), kUp);
  EXPECT_FALSE(bench_.out().phy_valid_o);
  EXPECT_TRUE(bench_.out().cells_enable_o && bench_.out().rx_enable_o);
}

TEST_F(LinkStateTest, StatesAreNumberedAsInPhySets) {
  const PhyState states[] = {kDown, kTrain, kUp, kLocal, kRemote};
  for (unsigned n = 0; n < 5; ++n) {
    enter(states[n]);
    EXPECT_EQ(bench_.out().state_o, n);
  }
}

TEST_F(LinkStateTest, FromEveryStateDisablingLeadsDownAndLossOfLockToLocalFault) {
  for (PhyState from : {kDown, kTrain, kUp, kLocal, kRemote}) {
    enter(from);
    bench_.in.lock_i = false;
    bench_.clock();
    EXPECT_EQ(state(), kLocal);
    enter(from);
    bench_.in.enable_i = false;
    bench_.clock();
    EXPECT_EQ(state(), kDown);
    enter(from);
    bench_.in.enable_i = bench_.in.lock_i = false;
    bench_.clock();
    EXPECT_EQ(state(), kDown);
  }
}

TEST_F(LinkStateTest, EnabledAndLockedItRequestsTheFarSide) {
  for (PhyState from : {kDown, kLocal}) {
    enter(from);
    ASSERT_EQ(state(), from);
    bench_.clock();
    EXPECT_EQ(state(), kRemote);
    bench_.clock(100);
    EXPECT_EQ(state(), kRemote);
  }
}

/// Four sets of one state change the state, three do not: the table of the README.
TEST_F(LinkStateTest, FourSetsDecideNotThree) {
  struct Row {
    PhyState from;
    PhyState a, b, c;  // after four sets of that class
  };
  for (const Row& row : {Row{kRemote, kRemote, kTrain, kTrain}, Row{kTrain, kRemote, kTrain, kUp},
                         Row{kUp, kRemote, kRemote, kUp}}) {
    for (PhyState received : {kDown, kLocal, kRemote, kTrain, kUp}) {
      const PhyState next = received == kRemote                     ? row.b
                            : received == kTrain || received == kUp ? row.c
                                                                    : row.a;
      enter(row.from);
      ASSERT_EQ(state(), row.from);
      receive(received, 3);
      EXPECT_EQ(state(), row.from);
      receive(received);
      EXPECT_EQ(state(), next) << static_cast<unsigned>(row.from)
                               << static_cast<unsigned>(received);
    }
  }
}

TEST_F(LinkStateTest, SetsOfOneClassCountTogether) {
  enter(kTrain);
  receive(kTrain, 2);
  receive(kUp, 2);
  EXPECT_EQ(state(), kUp);
  receive(kDown, 2);
  receive(kLocal, 2);
  EXPECT_EQ(state(), kRemote);
}

TEST_F(LinkStateTest, ASetOfAnotherClassStartsTheRunAgain) {
  enter(kRemote);
  receive(kRemote, 3);
  receive(kDown);
  receive(kRemote, 3);
  EXPECT_EQ(state(), kRemote);
  receive(kRemote);
  EXPECT_EQ(state(), kTrain);
}

TEST_F(LinkStateTest, OtherCodesAndPausesDoNotInterruptARun) {
  enter(kRemote);
  receive(kRemote, 3);
  for (unsigned code = 5; code < 16; ++code) receive_code(code);
  bench_.clock(100);
  EXPECT_EQ(state(), kRemote);
  receive(kRemote);
  EXPECT_EQ(state(), kTrain);
}

TEST_F(LinkStateTest, LossOfLockClearsTheRunAndTheSetOfItsCycle) {
  enter(kRemote);
  receive(kRemote, 3);
  bench_.in.lock_i = false;
  receive(kRemote);
  EXPECT_EQ(state(), kLocal);
  receive(kRemote, 3);
  EXPECT_EQ(state(), kRemote);
  receive(kRemote);
  EXPECT_EQ(state(), kTrain);
}

TEST_F(LinkStateTest, TheLastReceivedStateStillHolds) {
  enter(kRemote);
  receive(kUp, 4);
  EXPECT_EQ(state(), kTrain);
  bench_.clock();
  EXPECT_EQ(state(), kUp);
  receive(kRemote, 4);
  EXPECT_EQ(state(), kRemote);
  bench_.clock();
  EXPECT_EQ(state(), kTrain);
  bench_.clock(100);
  EXPECT_EQ(state(), kTrain);
}

TEST_F(LinkStateTest, ADisabledEndStillListens) {
  for (int n = 0; n < 4; ++n) {
    bench_.in.enable_i = false;
    receive(kRemote);
  }
  EXPECT_EQ(state(), kDown);
  bench_.clock();
  EXPECT_EQ(state(), kRemote);
  bench_.clock();
  EXPECT_EQ(state(), kTrain);
}

TEST_F(LinkStateTest, CellsMayGoAfterSixteenPhySetsNotFifteen) {
  enter(kTrain);
  receive(kTrain, 3);
  EXPECT_FALSE(bench_.out().rx_enable_o);
  bench_.in.phy_sent_i = true;  // not yet in UP: does not count
  receive(kTrain);
  EXPECT_TRUE(bench_.out().rx_enable_o);
  send(15);
  EXPECT_TRUE(bench_.out().phy_valid_o);
  EXPECT_FALSE(bench_.out().cells_enable_o);
  bench_.clock(100);
  EXPECT_FALSE(bench_.out().cells_enable_o);
  send(1);
  EXPECT_FALSE(bench_.out().phy_valid_o);
  EXPECT_TRUE(bench_.out().cells_enable_o && bench_.out().rx_enable_o);
  send(3);
  EXPECT_FALSE(bench_.out().phy_valid_o);
}

TEST_F(LinkStateTest, ATrainingFarSideIsNotifiedAgain) {
  for (unsigned sent : {0u, 7u, 16u}) {
    enter(kUp);
    send(sent);
    bench_.in.phy_sent_i = true;
    receive(kTrain);
    EXPECT_TRUE(bench_.out().phy_valid_o && bench_.out().rx_enable_o);
    EXPECT_FALSE(bench_.out().cells_enable_o);
    send(15);
    EXPECT_FALSE(bench_.out().cells_enable_o) << sent;
    send(1);
    EXPECT_TRUE(bench_.out().cells_enable_o) << sent;
  }
}

TEST_F(LinkStateTest, OnlyTrainDelaysTheCells) {
  for (unsigned code = 0; code < 16; ++code) {
    enter(kUp);
    send(15);
    receive_code(code);
    send(1);
    EXPECT_EQ(bench_.out().cells_enable_o, code != static_cast<unsigned>(kTrain)) << code;
  }
}

TEST_F(LinkStateTest, ATrainedLinkThatRetrainsSendsHello) {
  bench_ = Bench<LinkState>(straps(true));
  receive(kRemote, 4);
  EXPECT_EQ(state(), kRemote);
  bench_.clock();
  receive(kTrain, 4);
  EXPECT_EQ(state(), kUp);
  EXPECT_FALSE(bench_.out().cells_enable_o);
  send(16);
  EXPECT_TRUE(bench_.out().cells_enable_o);
}

TEST_F(LinkStateTest, OutsideUpPhySetsGoAndCellsDoNot) {
  for (PhyState outside : {kDown, kTrain, kLocal, kRemote}) {
    enter(outside);
    EXPECT_TRUE(bench_.out().phy_valid_o);
    EXPECT_FALSE(bench_.out().cells_enable_o || bench_.out().rx_enable_o);
  }
}

}  // namespace
}  // namespace tinsim
