// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: the content of each slot of a link: ordered sets by priority, cells, else
// IDLE.
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// Content of a slot of a link; the values are those of `kind_o`.
enum class SlotKind : std::uint8_t { Idle, TimeSync, Lat, Phy, Fc, Mos, Cell };

/// A Mealy block; ports, behaviour and rules are described in README.md.
class TxScheduler {
 public:
  struct In {
    bool cells_enable_i = false;
    bool tx_valid_i = false, tx_sop_i = false;
    Bits<64> tx_data_i;
    bool fc_request_i = false, fc_urgent_i = false;
    Bits<52> fc_body_i;
    bool timesync_valid_i = false;
    Bits<4> timesync_status_i;
    Bits<48> timesync_time_i;
    bool lat_valid_i = false;
    Bits<4> lat_sub_i;
    Bits<48> lat_residence_i;
    bool phy_valid_i = false;
    Bits<4> phy_state_i;
    bool mos_valid_i = false;
    Bits<4> mos_sub_i;
    Bits<48> mos_payload_i;
    Bits<8> mos_gap_i;
    TIN_PORTS(cells_enable_i, tx_valid_i, tx_sop_i, tx_data_i, fc_request_i, fc_urgent_i, fc_body_i,
              timesync_valid_i, timesync_status_i, timesync_time_i, lat_valid_i, lat_sub_i,
              lat_residence_i, phy_valid_i, phy_state_i, mos_valid_i, mos_sub_i, mos_payload_i,
              mos_gap_i)
  };
  struct Out {
    bool tx_ready_o = false, control_o = false;
    Bits<64> word_o;
    Bits<3> kind_o;
    TIN_PORTS(tx_ready_o, control_o, word_o, kind_o)
  };

  /// Outputs of this cycle; changes nothing.
  Out eval(const In& in) const;
  /// The edge that ends this cycle.
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  /// A TIMESYNC or LAT that waits; `count` is its content if sent in this cycle's slot.
  struct Held {
    bool valid = false, counts = false;
    Bits<4> sub;
    Bits<48> count;
  };

  SlotKind slot(const In& in) const;
  SlotKind request(const In& in, SlotKind now) const;
  void follow_cell(const In& in);
  void choose(const In& in, SlotKind now, SlotKind wanted);
  std::uint64_t take(Held& held);
  static void hold(Held& held, bool counts, Bits<4> sub, Bits<48> count);

  // A spare FC set needs no mark: it gives way to a cell, and with any other set chosen no cell
  // may begin.
  SlotKind next_ = SlotKind::Idle;  ///< of this slot, unless it carries a cell's word
  Bits<52> body_;                   ///< its body
  Held timesync_, lat_;
  unsigned cell_left_ = 0;  ///< words of the cell still to be sent
  unsigned mos_wait_ = 0;   ///< slots from this one on in which an earlier MOS forbids the next
  bool was_ready_ = false;  ///< tx_ready_o of the cycle before
};

}  // namespace tinsim
