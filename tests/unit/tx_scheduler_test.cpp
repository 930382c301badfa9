// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: priorities, ready, spare FC sets, reset, each rule.
#include <algorithm>
#include <array>

#include "tests/unit/tx_scheduler_fixture.h"

namespace tinsim {
namespace {

TEST_F(TxSchedulerTest, NothingToSendIsIdle) {
  for (int n = 0; n < 10; ++n) {
    expect_idle();
    EXPECT_FALSE(out().tx_ready_o);
    bench_.clock();
  }
}

TEST_F(TxSchedulerTest, WordsOfACellPassWithinTheirCycle) {
  start(up);
  bench_.clock();
  for (unsigned cell = 0; cell < 2; ++cell) {
    for (unsigned n = 0; n < 3; ++n) {
      word(3, n);
      EXPECT_EQ(kind(), SlotKind::Cell);
      EXPECT_EQ(out().control_o, n == 0);
      EXPECT_EQ(out().word_o, n == 0 ? header(3) : 1000 + n);
      EXPECT_TRUE(out().tx_ready_o);
      bench_.clock();
    }
  }
  expect_idle();
}

TEST_F(TxSchedulerTest, WhatWaitsGoesByPriority) {
  start(up);
  timesync(9, 500);
  lat(0, 77);
  bench_.clock();  // cycle 0: both held from 1 on
  for (unsigned cycle = 1; cycle <= 6; ++cycle) {
    // Levels, each until its slot.
    in().phy_valid_i = cycle < 4;
    in().phy_state_i = 3;
    in().fc_request_i = in().fc_urgent_i = cycle < 5;
    in().fc_body_i = 0xF00 + cycle;
    in().mos_valid_i = cycle < 6;
    in().mos_sub_i = 6;
    in().mos_payload_i = 0xABC0 + cycle;
    if (cycle == 1) expect_idle();
    if (cycle == 2) expect_slot(SlotKind::TimeSync, sub_word(kTimeSyncCode, 9, 500 + 2));
    if (cycle == 3) expect_slot(SlotKind::Lat, sub_word(kLatCode, 0, 0));
    if (cycle == 4) expect_slot(SlotKind::Phy, control_word(kPhyCode, 3));
    if (cycle == 5) expect_slot(SlotKind::Fc, control_word(kFcCode, 0xF04));
    if (cycle == 6) expect_slot(SlotKind::Mos, sub_word(kMosCode, 6, 0xABC5));
    EXPECT_EQ(out().tx_ready_o, cycle == 6);
    bench_.clock();
  }
  expect_idle();
}

TEST_F(TxSchedulerTest, OnlyCellsAndFcNeedALinkThatIsUp) {
  auto all = [](In& in) {
    in.fc_request_i = in.fc_urgent_i = true;
    in.mos_valid_i = true;
  };
  start(all, 3);
  timesync(0, 0);
  lat(1, 0);
  EXPECT_EQ(slots(8), (Kinds{I, M, SlotKind::TimeSync, SlotKind::Lat, I, M, I, I}));
}

TEST_F(TxSchedulerTest, PhySetsLeaveEverySecondSlotToTheRest) {
  auto both = [](In& in) {
    up(in);
    in.phy_valid_i = true;
    in.fc_request_i = in.fc_urgent_i = true;
  };
  start(both);
  EXPECT_EQ(slots(7), (Kinds{I, P, F, P, F, P, F}));
  start([](In& in) { in.phy_valid_i = true; });
  EXPECT_EQ(slots(6), (Kinds{I, P, I, P, I, P}));
}

TEST_F(TxSchedulerTest, ReadyFallsWithEveryRequestWithinACellToo) {
  using Change = void (*)(In&);
  constexpr std::array<Change, 3> kLevels = {
      [](In& in) { in.phy_valid_i = true; },
      [](In& in) { in.fc_request_i = in.fc_urgent_i = true; },
      [](In& in) { in.mos_valid_i = true; },
  };
  for (Change change : kLevels) {
    start(up);
    bench_.clock();
    for (unsigned n = 0; n < 4; ++n) {
      word(4, n);
      if (n == 1) change(in());
      EXPECT_EQ(out().tx_ready_o, n != 1) << n;
      bench_.clock();
    }
    change(in());
    in().cells_enable_i = false;
    EXPECT_FALSE(out().tx_ready_o);
  }
}

TEST_F(TxSchedulerTest, AHeldSetStopsNewCellsUntilItIsChosen) {
  start(up);
  bench_.clock();
  for (unsigned n = 0; n < 5; ++n) {
    word(5, n);
    if (n == 1) timesync(0, 0);
    EXPECT_EQ(out().tx_ready_o, n < 2) << n;  // held from the next cycle on
    bench_.clock();
  }
  EXPECT_EQ(kind(), SlotKind::TimeSync);
  EXPECT_TRUE(out().tx_ready_o);
  bench_.clock();
  word(2, 0);
  EXPECT_EQ(clock(), "none");
}

TEST_F(TxSchedulerTest, ASpareFcSetGoesWhereNoCellBegins) {
  start(up);
  bench_.clock();
  in().fc_request_i = true;
  in().fc_body_i = 11;
  EXPECT_TRUE(out().tx_ready_o);  // it does not go before cells
  bench_.clock();
  word(2, 0);  // a cell does begin: dropped
  in().fc_request_i = true;
  in().fc_body_i = 12;
  EXPECT_EQ(kind(), SlotKind::Cell);
  bench_.clock();
  word(2, 1);  // the last word: a boundary
  in().fc_request_i = true;
  in().fc_body_i = 13;
  bench_.clock();
  in().fc_request_i = true;
  in().fc_body_i = 14;
  expect_slot(SlotKind::Fc, control_word(kFcCode, 13));
  bench_.clock();
  expect_idle();  // not two in a row, and slots 12 and 14 were not reserved
}

TEST_F(TxSchedulerTest, ASpareFcSetNeedsTheLinkUpInTheCycleBeforeOnly) {
  in().fc_request_i = true;
  bench_.clock();
  expect_idle();
  in().fc_request_i = in().cells_enable_i = true;
  bench_.clock();
  EXPECT_EQ(kind(), F);  // cells_enable_i is 0 again
}

TEST_F(TxSchedulerTest, FcSetsTakeEverySecondSlotAtMost) {
  auto waits = [](In& in) {
    up(in);
    in.fc_request_i = true;
  };
  start(waits);
  EXPECT_EQ(slots(6), (Kinds{I, F, I, F, I, F}));
  start([&](In& in) {
    waits(in);
    in.fc_urgent_i = true;
  });
  EXPECT_EQ(slots(6), (Kinds{I, F, I, F, I, F}));
}

TEST_F(TxSchedulerTest, AnUrgentFcSetWaitsForTheEndOfACell) {
  start(up);
  bench_.clock();
  for (unsigned n = 0; n < 6; ++n) {
    word(6, n);
    in().fc_request_i = in().fc_urgent_i = n >= 2;
    in().fc_body_i = n;
    bench_.clock();
  }
  expect_slot(SlotKind::Fc, control_word(kFcCode, 5));
}

TEST_F(TxSchedulerTest, ResetClearsPendingRequests) {
  start(up);
  timesync(0, 0);
  lat(0, 0);
  in().mos_valid_i = true;
  bench_.clock();
  bench_.reset();
  EXPECT_EQ(slots(5), Kinds(5, I));
  in().mos_valid_i = true;
  bench_.clock();
  EXPECT_EQ(kind(), M);  // the gap is over at once
  bench_.reset();
  in().mos_valid_i = true;
  EXPECT_EQ(kind(), I);
  bench_.clock();
  EXPECT_EQ(kind(), M);
}

TEST_F(TxSchedulerTest, OutputsFollowInputsAndEvalChangesNothing) {
  start(up);
  bench_.clock();
  for (int n = 0; n < 3; ++n) {
    in() = straps();
    EXPECT_FALSE(out().tx_ready_o);
    in().cells_enable_i = true;
    EXPECT_TRUE(out().tx_ready_o);
    word(2, 0);
    EXPECT_EQ(kind(), SlotKind::Cell);
  }
  EXPECT_EQ(clock(), "none");
}

TEST_F(TxSchedulerTest, ACellThatReadyDidNotAllowBreaksARule) {
  word(2, 0);  // nothing was ready before the first cycle
  in().cells_enable_i = true;
  EXPECT_EQ(clock(), "CellOnlyWhenReady");
  start(up);
  in().mos_valid_i = true;
  bench_.clock();
  word(2, 0);
  EXPECT_EQ(clock(), "CellOnlyWhenReady");
}

TEST_F(TxSchedulerTest, ABrokenCellBreaksARule) {
  start(up);
  bench_.clock();
  word(3, 0);
  bench_.clock();
  EXPECT_EQ(clock(), "CellIsContiguous");  // gap
  bench_.reset();
  bench_.clock();
  word(3, 0);
  bench_.clock();
  word(3, 0);
  EXPECT_EQ(clock(), "CellIsContiguous");  // cell within a cell
  bench_.reset();
  bench_.clock();
  word(3, 1);
  EXPECT_EQ(clock(), "CellIsContiguous");  // word without a cell
}

TEST_F(TxSchedulerTest, LengthsFrom2To20AreLegal) {
  for (unsigned len = 0; len < 32; ++len) {
    start(up);
    bench_.clock();
    word(len, 0);
    EXPECT_EQ(clock(), len >= 2 && len <= 20 ? "none" : "LenIsLegal") << len;
  }
}

TEST_F(TxSchedulerTest, AGapOfZeroBreaksARule) {
  EXPECT_EQ(broken_rule([&] { start(up, 0); }), "MosGapInRange");
}

}  // namespace
}  // namespace tinsim
