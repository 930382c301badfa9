// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler under random inputs against a second reading of its README.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/stimulus/tx_scheduler_stimulus.h"
#include "tests/unit/set_words.h"

namespace tinsim {
namespace {

using In = TxScheduler::In;
using Out = TxScheduler::Out;

/// The README read over the whole past: every slot and every held set with its date.
class Reference {
 public:
  explicit Reference(unsigned gap) : gap_(gap) {}

  Out look(const In& in) {
    Out out;
    if (in.tx_valid_i) {
      out.word_o = in.tx_data_i;
      out.kind_o = 6;
      out.control_o = in.tx_sop_i;
    } else {
      const Slot slot = chosen_ ? *chosen_ : spare_ ? *spare_ : Slot{0, control_word(kIdleCode, 0)};
      out.word_o = slot.word;
      out.kind_o = slot.kind;
      out.control_o = true;
    }
    kinds_.push_back(static_cast<unsigned>(out.kind_o));
    candidates_ = requests(in);
    out.tx_ready_o = in.cells_enable_i && candidates_.empty();
    return out;
  }
  void tick(const In& in) {
    if (in.tx_valid_i && in.tx_sop_i) cell_end_ = now() + long(header_len(in.tx_data_i)) - 1;
    chosen_.reset();
    spare_.reset();
    if (now() >= cell_end_) {
      if (!candidates_.empty()) {
        chosen_ = candidates_.front();
        if (chosen_->kind == 1) timesync_.reset();
        if (chosen_->kind == 2) lat_.reset();
      } else if (in.cells_enable_i && in.fc_request_i && kinds_.back() != 4) {
        spare_ = Slot{4, control_word(kFcCode, in.fc_body_i)};
      }
    }
    if (in.timesync_valid_i)
      timesync_ = Held{now(), unsigned(in.timesync_status_i), in.timesync_time_i};
    if (in.lat_valid_i) lat_ = Held{now(), unsigned(in.lat_sub_i), in.lat_residence_i};
  }
  std::optional<long> timesync_since() const {
    return timesync_ ? std::optional<long>(timesync_->since) : std::nullopt;
  }

 private:
  struct Slot {
    unsigned kind;
    std::uint64_t word;
  };
  struct Held {
    long since;
    unsigned sub;
    std::uint64_t count;
  };

  long now() const { return long(kinds_.size()) - 1; }
  /// Contents that precede cells in the next slot, by descending priority.
  std::vector<Slot> requests(const In& in) const {
    std::vector<Slot> found;
    auto after = [&](const Held& held) {
      return held.count + std::uint64_t(now() + 1 - held.since);
    };
    if (timesync_) found.push_back({1, sub_word(kTimeSyncCode, timesync_->sub, after(*timesync_))});
    if (lat_)
      found.push_back({2, sub_word(kLatCode, lat_->sub, lat_->sub == 1 ? after(*lat_) : 0)});
    if (in.phy_valid_i && kinds_.back() != 3)
      found.push_back({3, control_word(kPhyCode, in.phy_state_i)});
    if (in.cells_enable_i && in.fc_request_i && in.fc_urgent_i && kinds_.back() != 4)
      found.push_back({4, control_word(kFcCode, in.fc_body_i)});
    const auto recent = std::min<std::size_t>(gap_, kinds_.size());
    if (in.mos_valid_i && std::find(kinds_.end() - long(recent), kinds_.end(), 5u) == kinds_.end())
      found.push_back({5, sub_word(kMosCode, unsigned(in.mos_sub_i), in.mos_payload_i)});
    return found;
  }

  unsigned gap_;
  std::vector<unsigned> kinds_;
  std::vector<Slot> candidates_;
  std::optional<Slot> chosen_, spare_;
  std::optional<Held> timesync_, lat_;
  long cell_end_ = -1;
};

TEST(TxSchedulerRandom, AgreesWithTheDescriptionReadOverThePastAndTimeSyncNeverWaitsLong) {
  TxScheduler scheduler;
  TxSchedulerStimulus stimulus(1);
  std::map<unsigned, unsigned> slots;
  unsigned back_to_back = 0;
  long longest = 0;
  for (int run = 0; run < 200; ++run) {
    const In straps = stimulus.restart();
    scheduler.reset(straps);
    Reference reference(unsigned(straps.mos_gap_i));
    Out before;
    for (long cycle = 0; cycle < 5000; ++cycle) {
      const In in = stimulus.next(before);
      const auto since = reference.timesync_since();
      const Out out = scheduler.eval(in), want = reference.look(in);
      Out::zip(out, want, [&](const char* name, const auto& a, const auto& b) {
        ASSERT_EQ(a, b) << name << ", run " << run << " cycle " << cycle;
      });
      if (::testing::Test::HasFatalFailure()) return;
      if (since) {
        // Held from since + 1 on; were it not on the link by since + 21, it would be held still.
        ASSERT_LE(cycle - *since, 20);
        longest = std::max(longest, cycle - *since);
      }
      ++slots[static_cast<unsigned>(out.kind_o)];
      back_to_back += in.tx_sop_i && in.tx_valid_i && before.kind_o == 6;
      scheduler.tick(in);
      reference.tick(in);
      before = out;
    }
  }
  EXPECT_EQ(longest, 20);  // chosen then, on the link in the slot after
  for (unsigned kind = 0; kind <= 6; ++kind) EXPECT_GT(slots[kind], 1000u) << kind;
  EXPECT_GT(back_to_back, 1000u);
}

}  // namespace
}  // namespace tinsim
