// SPDX-License-Identifier: Apache-2.0
// Sorts received words into cells and ordered sets, and keeps errors of the wire out of the switch.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A Mealy block: `rx_*_o` follow the inputs within the cycle, all else is registered. Ports and
/// rules are described in README.md.
template <unsigned kVcs>
class LinkRx {
  static_assert(kVcs >= 1 && kVcs <= 32, "NumVcs: 1..32");

 public:
  struct In {
    bool enable_i = false, lock_i = false;
    bool valid_i = false, control_i = false;
    Bits<64> word_i;
    bool violation_i = false, bad_i = false;
    TIN_PORTS(enable_i, lock_i, valid_i, control_i, word_i, violation_i, bad_i)
  };
  struct Out {
    bool rx_valid_o = false, rx_sop_o = false;
    Bits<64> rx_data_o;
    bool cell_valid_o = false;
    Bits<5> cell_vc_o, cell_words_o;
    bool set_valid_o = false;
    Bits<4> set_code_o;
    Bits<52> set_body_o;
    bool header_error_o = false, set_error_o = false, lost_slot_o = false, stray_o = false,
         filled_o = false, control_in_cell_o = false;
    TIN_PORTS(rx_valid_o, rx_sop_o, rx_data_o, cell_valid_o, cell_vc_o, cell_words_o, set_valid_o,
              set_code_o, set_body_o, header_error_o, set_error_o, lost_slot_o, stray_o, filled_o,
              control_in_cell_o)
  };

  Out eval(const In& in) const;
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void in_cell(const In& in);
  void header(const In& in);
  void ordered_set(const In& in);

  unsigned left_ = 0;  ///< slots that still belong to the cell begun
  bool quiet_ = true;  ///< registered_ is all zero
  Out registered_;     ///< this cycle's outputs but `rx_*_o`
};

}  // namespace tinsim
