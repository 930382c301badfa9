// SPDX-License-Identifier: Apache-2.0
// fc_sender and tx_scheduler joined as in a port: when a credit is on the link, and that all of
// them get there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "rtl_models/fc_sender/fc_sender.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/random_stall.h"

namespace tinsim {
namespace {

constexpr unsigned kVcs = 4, kDepth = 50;

class TxPair : public ::testing::Test {
 protected:
  TxPair() { start(0, 0); }
  void start(unsigned hold, unsigned period) {
    fc_in = {};
    fc_in.depth_i = kDepth;
    fc_in.hold_cycles_i = hold;
    fc_in.refresh_cycles_i = period;
    tx_in = {};
    tx_in.mos_gap_i = 64;
    tx_in.cells_enable_i = true;
    fc_.reset(fc_in);
    tx_.reset(tx_in);
    cell_left_ = 0;
    ready_ = false;
    cycle_ = 0;
  }
  /// A cell of `len` words begins as soon as it may, if `offered`.
  void offer_cell(bool offered, unsigned len) {
    tx_in.tx_valid_i = tx_in.tx_sop_i = false;
    if (cell_left_ > 0) {
      tx_in.tx_valid_i = true;
      --cell_left_;
    } else if (offered && ready_) {
      tx_in.tx_valid_i = tx_in.tx_sop_i = true;
      CellHeader header;
      header.len = static_cast<std::uint8_t>(len);
      tx_in.tx_data_i = encode_header(header);
      cell_left_ = len - 1;
    }
  }
  void limit(unsigned vc, unsigned words) {
    fc_in.limit_valid_i = true;
    fc_in.limit_vc_i = vc;
    fc_in.limit_i = words;
  }
  /// One cycle; what its slot carries.
  TxScheduler::Out clock() {
    tx_in.fc_request_i = fc_.out().request_o;
    tx_in.fc_urgent_i = fc_.out().urgent_o;
    tx_in.fc_body_i = fc_.out().body_o;
    const TxScheduler::Out out = tx_.eval(tx_in);
    fc_in.take_i = is_fc(out);
    fc_.tick(fc_in);
    tx_.tick(tx_in);
    ready_ = out.tx_ready_o;
    fc_in.limit_valid_i = false;
    ++cycle_;
    return out;
  }
  static bool is_fc(const TxScheduler::Out& out) {
    return out.kind_o == static_cast<unsigned>(SlotKind::Fc);
  }

  FcSender<kVcs>::In fc_in;
  TxScheduler::In tx_in;
  long cycle_ = 0;

 private:
  FcSender<kVcs> fc_;
  TxScheduler tx_;
  unsigned cell_left_ = 0;
  bool ready_ = false;
};

TEST_F(TxPair, ACreditIsOnAnIdleLinkTwoCyclesAfterThePinsHadIt) {
  for (unsigned hold : {0u, 255u}) {
    start(hold, 0);
    for (int n = 0; n < 5; ++n) EXPECT_FALSE(is_fc(clock()));
    limit(2, 60);
    EXPECT_FALSE(is_fc(clock()));  // x
    EXPECT_FALSE(is_fc(clock()));  // x+1: in the state, not yet chosen
    const TxScheduler::Out out = clock();
    EXPECT_TRUE(is_fc(out));
    EXPECT_EQ(unpack_fc(decode_ordered_set(out.word_o).body).limits[2].limit, 60u);
    for (int n = 0; n < 50; ++n) EXPECT_FALSE(is_fc(clock()));
  }
}

TEST_F(TxPair, FcSetsAreFourSlotsApartAtLeast) {
  for (unsigned n = 1; n <= 40; ++n) {
    limit(n % kVcs, kDepth + n);  // something new in every cycle
    const bool fc = is_fc(clock());
    // In cycle 0 the first limit comes; the first set is in slot 2.
    EXPECT_EQ(fc, n >= 3 && (n - 3) % 4 == 0) << n;
  }
}

TEST_F(TxPair, BehindCellsAnUpdateWaitsForHoldAndTheEndOfOneCell) {
  constexpr unsigned kHold = 30, kLen = 20;
  long longest = 0;
  for (unsigned offset = 0; offset < kLen; ++offset) {
    start(kHold, 0);
    for (unsigned n = 0; n < 100 + offset; ++n) {
      offer_cell(true, kLen);
      EXPECT_FALSE(is_fc(clock()));
    }
    limit(1, 70);
    const long asked = cycle_;
    bool fc = false;
    while (!fc && cycle_ < 1000) {
      offer_cell(true, kLen);
      fc = is_fc(clock());
    }
    longest = std::max(longest, cycle_ - 1 - asked);
  }
  // In the state in x+1, urgent in x+1+hold; a cell may just begin there, and the set follows it.
  EXPECT_EQ(longest, 1 + long{kHold} + kLen);
}

/// Random grants behind random cells; sets are lost for a while; refresh makes it good.
TEST_F(TxPair, EveryLimitArrivesAndRefreshHealsWhatTheWireLost) {
  Random random(1);
  for (unsigned run = 0; run < 50; ++run) {
    start(random.below(40), random.range(20, 60));
    RandomStall cells, grants;
    std::array<unsigned, kVcs> granted, heard;
    granted.fill(kDepth);
    heard.fill(kDepth);
    unsigned lost = 0, received = 0;
    for (unsigned n = 0; n < 5000; ++n) {
      offer_cell(cells.go(random), random.range(kMinCellWords, kMaxCellWords));
      if (n < 4000 && grants.go(random)) {
        const unsigned vc = random.below(kVcs);
        granted[vc] = (granted[vc] + random.range(2, 20)) % 4096;
        limit(vc, granted[vc]);
      }
      const TxScheduler::Out out = clock();
      if (!is_fc(out)) continue;
      const FcBody set = unpack_fc(decode_ordered_set(out.word_o).body);
      const bool is_lost = n < 4000 && random.chance(30);
      ++(is_lost ? lost : received);
      if (is_lost || set.init) continue;
      for (const CreditLimit& entry : set.limits) heard[entry.vc] = entry.limit;
    }
    EXPECT_EQ(heard, granted) << run;
    EXPECT_GT(lost, 10u);
    EXPECT_GT(received, 100u);
  }
}

}  // namespace
}  // namespace tinsim
