// SPDX-License-Identifier: Apache-2.0
// Reorder queue: packets leave in order within their flow.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/reorder.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kEntries>
class ReorderQueue {
 public:
  struct In {
    bool push_valid_i = false;
    Bits<32> push_flow_i;
    Bits<16> push_tag_i;
    bool complete_valid_i = false;
    Bits<6> complete_entry_i;
    bool cancel_valid_i = false;
    Bits<6> cancel_entry_i;
    bool pop_i = false;
    TIN_PORTS(push_valid_i, push_flow_i, push_tag_i, complete_valid_i, complete_entry_i,
              cancel_valid_i, cancel_entry_i, pop_i)
  };
  struct Out {
    Bits<6> push_entry_o;
    bool full_o = false, offer_valid_o = false;
    Bits<6> offer_entry_o;
    Bits<16> offer_tag_o;
    Bits<32> offer_flow_o;
    Bits<7> occupancy_o;
    TIN_PORTS(push_entry_o, full_o, offer_valid_o, offer_entry_o, offer_tag_o, offer_flow_o,
              occupancy_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kEntries >= 2 && kEntries <= 64, "NumEntries: 2..64");

  void check(const In& in) const;
  void drive_outputs();

  ReorderState state_{kEntries};
  Out out_;
};

}  // namespace tinsim
