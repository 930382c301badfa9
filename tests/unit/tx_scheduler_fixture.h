// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler on a bench: its requests in words of the README.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/bench.h"
#include "tests/unit/set_words.h"

namespace tinsim {

class TxSchedulerTest : public ::testing::Test {
 protected:
  using In = TxScheduler::In;
  using Out = TxScheduler::Out;

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
  static void up(In& in) { in.cells_enable_i = true; }
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

}  // namespace tinsim
