// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: priorities, ready, spare FC sets, held sets that count, MOS gaps, each rule.
#include "rtl_models/tx_scheduler/tx_scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "rtl_models/parts/cell_header.h"
#include "testbench/bench.h"
#include "tests/unit/set_words.h"

namespace tinsim {
namespace {

using In = TxScheduler::In;
using Out = TxScheduler::Out;

class TxSchedulerTest : public ::testing::Test {
 protected:
  static In straps(unsigned gap = 255) {
    In in;
    in.mos_gap_i = gap;
    return in;
  }
  /// A bench whose inputs stay as `change` makes them.
  template <class F>
  void start(F&& change, unsigned gap = 255) {
    In in = straps(gap);
    change(in);
    bench_ = Bench<TxScheduler>(in);
  }
  static std::uint64_t header(unsigned len) {
    CellHeader h;
    h.len = static_cast<std::uint8_t>(len);
    return encode_header(h);
  }
  /// Word n of a cell in this slot.
  void word(unsigned len, unsigned n) {
    in().tx_valid_i = true;
    in().tx_sop_i = n == 0;
    in().tx_data_i = n == 0 ? header(len) : 1000 + n;
  }
  void timesync(unsigned status, std::uint64_t time) {
    in().timesync_valid_i = true;
    in().timesync_status_i = status;
    in().timesync_time_i = time;
  }
  void lat(unsigned sub, std::uint64_t residence) {
    in().lat_valid_i = true;
    in().lat_sub_i = sub;
    in().lat_residence_i = residence;
  }
  void expect_slot(SlotKind kind, std::uint64_t word) {
    const Out now = out();
    EXPECT_EQ(static_cast<SlotKind>(std::uint64_t{now.kind_o}), kind);
    EXPECT_EQ(now.word_o, word);
    EXPECT_TRUE(now.control_o);
  }
  void expect_idle() { expect_slot(SlotKind::Idle, control_word(kIdleCode, 0)); }
  SlotKind kind() { return static_cast<SlotKind>(std::uint64_t{out().kind_o}); }
  /// The kinds of this slot and the next ones, the inputs left at the straps.
  std::vector<SlotKind> slots(unsigned count) {
    std::vector<SlotKind> kinds;
    for (; count > 0; --count) {
      kinds.push_back(kind());
      bench_.clock();
    }
    return kinds;
  }
  std::string clock() {
    return broken_rule([&] { bench_.clock(); });
  }
  In& in() { return bench_.in; }
  Out out() { return bench_.out(); }

  Bench<TxScheduler> bench_{straps()};
};

constexpr auto I = SlotKind::Idle, P = SlotKind::Phy, F = SlotKind::Fc, M = SlotKind::Mos;
using Kinds = std::vector<SlotKind>;

void up(In& in) { in.cells_enable_i = true; }

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
  word(2, 0);  // a cell does begin: forgotten
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
  expect_idle();  // not two in a row, and 12 and 14 were kept for no slot
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

TEST_F(TxSchedulerTest, BetweenTwoMosAreAtLeastGapSlots) {
  for (unsigned gap : {1u, 2u, 7u, 64u, 254u, 255u}) {
    start([](In& in) { in.mos_valid_i = true; }, gap);
    for (unsigned cycle = 0; cycle < 1000; ++cycle) {
      // The first in slot 1, then one per gap + 1 slots.
      ASSERT_EQ(kind() == M, cycle % (gap + 1) == 1) << gap << " " << cycle;
      bench_.clock();
    }
  }
}

TEST_F(TxSchedulerTest, WordsOfCellsCountInTheGap) {
  start(up, 10);
  in().mos_valid_i = true;
  bench_.clock();
  EXPECT_EQ(kind(), M);  // cycle 1
  in().mos_valid_i = true;
  bench_.clock();
  for (unsigned n = 0; n < 10; ++n) {  // cycles 2 .. 11
    word(10, n);
    in().mos_valid_i = true;
    EXPECT_EQ(out().tx_ready_o, n < 9) << n;  // ten slots ended with cycle 10
    bench_.clock();
  }
  EXPECT_EQ(kind(), M);
}

/// Cells of `len` words without a gap, a TIMESYNC in the cycle of word `phase` of one: its wait.
unsigned timesync_wait(Bench<TxScheduler>& bench, unsigned len, unsigned phase) {
  const std::uint64_t time = 1000 * len + phase;
  unsigned n = 0, since = 0;
  bool ready = false, asked = false;
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    if (n > 0 || ready) {
      bench.in.tx_valid_i = true;
      bench.in.tx_sop_i = n == 0;
      CellHeader h;
      h.len = static_cast<std::uint8_t>(len);
      bench.in.tx_data_i = encode_header(h);
      n = n + 1 == len ? 0 : n + 1;
    }
    if (cycle == 41 + phase - (40 % len)) {  // headers are in cycles 1 + k len
      bench.in.timesync_valid_i = asked = true;
      bench.in.timesync_status_i = 5;
      bench.in.timesync_time_i = time;
      since = cycle;
    }
    const Out out = bench.out();
    ready = out.tx_ready_o;
    if (out.kind_o == static_cast<unsigned>(SlotKind::TimeSync)) {
      EXPECT_TRUE(asked);
      EXPECT_EQ(out.word_o, sub_word(kTimeSyncCode, 5, time + cycle - since));
      return cycle - since;
    }
    bench.clock();
  }
  ADD_FAILURE() << "no TIMESYNC came";
  return 0;
}

TEST_F(TxSchedulerTest, ATimeSyncWaitsForOneCellAtMostAndIsTrueInItsSlot) {
  unsigned longest = 0;
  for (unsigned len = 2; len <= 20; ++len)
    for (unsigned phase = 0; phase < len; ++phase) {
      start(up);
      const unsigned wait = timesync_wait(bench_, len, phase);
      // The slot after this cell's last word; in the cycle of the last word the next cell is
      // already on its way.
      EXPECT_EQ(wait, phase + 1 < len ? len - phase : len + 1) << len << " " << phase;
      longest = std::max(longest, wait);
    }
  EXPECT_EQ(longest, 21u);  // 20 cycles after the first in which it is held
}

TEST_F(TxSchedulerTest, ATimeSyncOnAnIdleLinkIsOutAfterTwoCycles) {
  timesync(15, kMask48);
  bench_.clock();
  expect_idle();
  bench_.clock();
  expect_slot(SlotKind::TimeSync, sub_word(kTimeSyncCode, 15, 1));  // modulo 2^48
  bench_.clock();
  expect_idle();
}

TEST_F(TxSchedulerTest, ANewTimeSyncReplacesTheOneHeld) {
  start(up);
  bench_.clock();
  for (unsigned n = 0; n < 8; ++n) {
    word(8, n);
    if (n == 1) timesync(1, 100);
    if (n == 4) timesync(2, 5000);
    bench_.clock();
  }
  expect_slot(SlotKind::TimeSync, sub_word(kTimeSyncCode, 2, 5000 + 4));
  bench_.clock();
  expect_idle();
}

TEST_F(TxSchedulerTest, ANewTimeSyncInTheCycleOfTheChoiceFollows) {
  timesync(1, 100);
  bench_.clock();
  timesync(2, 5000);  // the first is chosen in this cycle
  bench_.clock();
  expect_slot(SlotKind::TimeSync, sub_word(kTimeSyncCode, 1, 102));
  bench_.clock();
  expect_slot(SlotKind::TimeSync, sub_word(kTimeSyncCode, 2, 5002));
}

TEST_F(TxSchedulerTest, APongCountsWhileItWaitsAPingCarriesZero) {
  for (unsigned sub : {0u, 1u}) {
    start(up);
    bench_.clock();
    for (unsigned n = 0; n < 12; ++n) {
      word(12, n);
      if (n == 2) lat(sub, 40);
      bench_.clock();
    }
    expect_slot(SlotKind::Lat, sub_word(kLatCode, sub, sub == 1 ? 40 + 10 : 0));
  }
}

TEST_F(TxSchedulerTest, ALatBehindATimeSyncGoesOnCounting) {
  timesync(0, 0);
  lat(1, 7);
  bench_.clock(3);
  expect_slot(SlotKind::Lat, sub_word(kLatCode, 1, 10));
}

TEST_F(TxSchedulerTest, ANewLatReplacesTheOneHeld) {
  timesync(0, 0);
  lat(1, 7);
  bench_.clock();
  lat(1, 100);
  bench_.clock(2);
  expect_slot(SlotKind::Lat, sub_word(kLatCode, 1, 102));
  bench_.clock();
  expect_idle();
}

TEST_F(TxSchedulerTest, ResetForgetsWhatWaits) {
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
