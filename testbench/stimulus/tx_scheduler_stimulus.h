// SPDX-License-Identifier: Apache-2.0
// Cells as ready allows, and ordered sets of every kind at rates that change, for the scheduler.
#pragma once

#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

/// Every few hundred cycles each source gets a new rate: none, few, many, always. At high rates
/// cells follow each other without a gap, or never begin.
class TxSchedulerStimulus {
 public:
  using In = TxScheduler::In;
  using Out = TxScheduler::Out;

  explicit TxSchedulerStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    straps_ = {};
    straps_.mos_gap_i = random_.chance(20)   ? 1
                        : random_.chance(10) ? 255
                        : random_.chance(30) ? 1u << random_.below(8)
                        : random_.chance(50) ? random_.range(1, 12)
                                             : random_.range(1, 255);
    cell_left_ = profile_left_ = 0;
    return straps_;
  }

  /// `before`: the outputs of the cycle before.
  In next(const Out& before) {
    if (profile_left_ == 0) new_profile();
    --profile_left_;
    In in = straps_;
    in.cells_enable_i = happens(Enable);
    cell(in, before);
    in.fc_request_i = happens(Fc);
    in.fc_urgent_i = happens(Urgent);
    in.fc_body_i = random_.bits();
    timesync(in);
    in.lat_valid_i = happens(Lat);
    in.lat_sub_i = random_.chance(90) ? random_.below(2) : random_.below(16);
    in.lat_residence_i = random_.chance(30) ? random_.bits() : random_.before_carry(48, 8);
    in.phy_valid_i = happens(Phy);
    in.phy_state_i = random_.bits();
    in.mos_valid_i = happens(Mos);
    if (in.tx_valid_i && random_.chance(5)) crowd(in);
    in.mos_sub_i = random_.bits();
    in.mos_payload_i = random_.bits();
    return in;
  }

 private:
  enum Source { Enable, Cell, Fc, Urgent, TimeSync, Lat, Phy, Mos, kSources };

  bool happens(Source source) { return random_.chance(percent_[source]); }
  void new_profile() {
    constexpr std::array<unsigned, 6> kPercent = {0, 0, 0, 2, 20, 100};
    for (unsigned& percent : percent_) percent = kPercent[random_.below(kPercent.size())];
    percent_[Enable] = random_.chance(80) ? 100 : random_.chance(50) ? 90 : 0;
    percent_[Cell] = random_.chance(50) ? 100 : random_.range(0, 100);
    len_ = random_.chance(60)   ? 0
           : random_.chance(40) ? kMaxCellWords
                                : random_.range(kMinCellWords, kMaxCellWords);
    profile_left_ = random_.range(1, 400);
  }
  void cell(In& in, const Out& before) {
    in.tx_data_i = random_.bits();
    in.tx_sop_i = random_.chance(50);
    if (cell_left_ > 0) {
      in.tx_valid_i = true;
      in.tx_sop_i = false;
      --cell_left_;
    } else if (before.tx_ready_o && happens(Cell)) {
      CellHeader header = random_header(random_);
      if (len_ > 0) header.len = static_cast<std::uint8_t>(len_);
      in.tx_valid_i = in.tx_sop_i = true;
      in.tx_data_i = encode_header(header);
      cell_left_ = header.len - 1u;
    }
  }
  /// Most or all sources at once, too late for this slot.
  void crowd(In& in) {
    for (bool* request : {&in.timesync_valid_i, &in.lat_valid_i, &in.phy_valid_i, &in.mos_valid_i})
      *request = *request || random_.chance(85);
    if (random_.chance(85)) in.fc_request_i = in.fc_urgent_i = true;
  }
  void timesync(In& in) {
    in.timesync_valid_i = happens(TimeSync);
    in.timesync_status_i = random_.bits();
    in.timesync_time_i = random_.chance(50) ? random_.bits() : random_.before_carry(48, 8);
  }

  Random random_;
  In straps_;
  std::array<unsigned, kSources> percent_{};
  unsigned len_ = 0;  ///< of all cells of this profile; 0: any
  unsigned cell_left_ = 0, profile_left_ = 0;
};

}  // namespace tinsim
