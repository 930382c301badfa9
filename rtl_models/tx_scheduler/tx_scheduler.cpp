// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: the content of each slot of a link: ordered sets by priority, cells, else
// IDLE.
#include "rtl_models/tx_scheduler/tx_scheduler.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {
namespace {

OrderedSetCode code_of(SlotKind kind) {
  switch (kind) {
    case SlotKind::TimeSync:
      return OrderedSetCode::TimeSync;
    case SlotKind::Lat:
      return OrderedSetCode::Lat;
    case SlotKind::Phy:
      return OrderedSetCode::Phy;
    case SlotKind::Fc:
      return OrderedSetCode::Fc;
    case SlotKind::Mos:
      return OrderedSetCode::Mos;
    default:
      return OrderedSetCode::Idle;
  }
}

const std::uint64_t kIdleWord = encode_ordered_set(OrderedSetCode::Idle, 0);

}  // namespace

TxScheduler::Out TxScheduler::eval(const In& in) const {
  const SlotKind now = slot(in);
  Out out;
  out.tx_ready_o = in.cells_enable_i && request(in, now) == SlotKind::Idle;
  out.kind_o = static_cast<unsigned>(now);
  out.control_o = now != SlotKind::Cell || in.tx_sop_i;
  if (now == SlotKind::Cell)
    out.word_o = in.tx_data_i;
  else
    out.word_o = now == SlotKind::Idle ? kIdleWord : encode_ordered_set(code_of(now), body_);
  return out;
}

SlotKind TxScheduler::slot(const In& in) const { return in.tx_valid_i ? SlotKind::Cell : next_; }

SlotKind TxScheduler::request(const In& in, SlotKind now) const {
  if (timesync_.valid) return SlotKind::TimeSync;
  if (lat_.valid) return SlotKind::Lat;
  if (in.phy_valid_i && now != SlotKind::Phy) return SlotKind::Phy;
  if (in.cells_enable_i && in.fc_request_i && in.fc_urgent_i && now != SlotKind::Fc)
    return SlotKind::Fc;
  if (in.mos_valid_i && mos_wait_ == 0 && now != SlotKind::Mos) return SlotKind::Mos;
  return SlotKind::Idle;
}

void TxScheduler::tick(const In& in) {
  const SlotKind now = slot(in), wanted = request(in, now);
  follow_cell(in);
  choose(in, now, wanted);
  if (now == SlotKind::Mos)
    mos_wait_ = static_cast<unsigned>(in.mos_gap_i) - 1;
  else if (mos_wait_ > 0)
    --mos_wait_;
  timesync_.count = timesync_.count + 1;
  if (lat_.counts) lat_.count = lat_.count + 1;
  if (in.timesync_valid_i) hold(timesync_, true, in.timesync_status_i, in.timesync_time_i);
  if (in.lat_valid_i) {
    const bool pong = in.lat_sub_i == static_cast<unsigned>(LatSub::Pong);
    hold(lat_, pong, in.lat_sub_i, pong ? in.lat_residence_i : Bits<48>{});
  }
  was_ready_ = in.cells_enable_i && wanted == SlotKind::Idle;
}

void TxScheduler::follow_cell(const In& in) {
  if (cell_left_ > 0) {
    TIN_CHECK(CellIsContiguous, in.tx_valid_i && !in.tx_sop_i,
              fmt::format("{} with {} words missing", in.tx_valid_i ? "a cell begins" : "gap",
                          cell_left_));
    --cell_left_;
  } else if (in.tx_valid_i) {
    TIN_CHECK(CellIsContiguous, in.tx_sop_i, "word without a cell");
    TIN_CHECK(CellOnlyWhenReady, was_ready_, "a cell begins that tx_ready_o did not allow");
    const unsigned len = header_len(in.tx_data_i);
    TIN_CHECK(LenIsLegal, len >= kMinCellWords && len <= kMaxCellWords,
              fmt::format("cell of {} words", len));
    cell_left_ = len - 1;
  }
}

void TxScheduler::choose(const In& in, SlotKind now, SlotKind wanted) {
  next_ = SlotKind::Idle;
  if (cell_left_ > 0) return;
  next_ = wanted;
  switch (wanted) {
    case SlotKind::TimeSync:
      body_ = take(timesync_);
      break;
    case SlotKind::Lat:
      body_ = take(lat_);
      break;
    case SlotKind::Phy:
      body_ = pack_body(PhyBody{static_cast<PhyState>(std::uint64_t{in.phy_state_i}), 0, 0, 0});
      break;
    case SlotKind::Mos:
      body_ = pack_body(MosBody{static_cast<std::uint8_t>(in.mos_sub_i), in.mos_payload_i});
      break;
    default:  // an FC set, urgent or spare
      if (!in.cells_enable_i || !in.fc_request_i || now == SlotKind::Fc) return;
      next_ = SlotKind::Fc;
      body_ = in.fc_body_i;
  }
}

std::uint64_t TxScheduler::take(Held& held) {
  held.valid = false;
  // TIMESYNC and LAT have the same layout: 4 bits, then a count that is true in the next slot.
  return pack_body(TimeSyncBody{static_cast<std::uint8_t>(held.sub), held.count + held.counts});
}

void TxScheduler::hold(Held& held, bool counts, Bits<4> sub, Bits<48> count) {
  held = {true, counts, sub, count + counts};
}

void TxScheduler::reset(const In& straps) {
  TIN_CHECK(MosGapInRange, straps.mos_gap_i >= 1, "mos_gap_i is 0");
  *this = {};
}

void TxScheduler::list_state(StateList& state) const {
  state.add("next_kind", next_);
  state.add("body", body_);
  state.add("cell_words_left", cell_left_);
  state.add("mos_wait", mos_wait_);
  state.add("was_ready", was_ready_);
}

}  // namespace tinsim
