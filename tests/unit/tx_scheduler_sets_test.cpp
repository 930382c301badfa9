// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: gaps of MOS, held sets that count while they wait.
#include <algorithm>
#include <array>

#include "tests/unit/tx_scheduler_fixture.h"

namespace tinsim {
namespace {

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
    const TxScheduler::Out out = bench.out();
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

}  // namespace
}  // namespace tinsim
