// SPDX-License-Identifier: Apache-2.0
// Life of one end of a link: DOWN, TRAIN, UP, LOCAL_FAULT, REMOTE_FAULT.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {

class StateList;

/// A stage; ports and rules are described in README.md.
class LinkState {
 public:
  struct In {
    bool start_up_i = false, enable_i = false, lock_i = false;
    bool phy_valid_i = false;
    Bits<4> phy_state_i;
    bool phy_sent_i = false;
    TIN_PORTS(start_up_i, enable_i, lock_i, phy_valid_i, phy_state_i, phy_sent_i)
  };
  struct Out {
    Bits<3> state_o;
    bool phy_valid_o = false, cells_enable_o = false, rx_enable_o = false;
    TIN_PORTS(state_o, phy_valid_o, cells_enable_o, rx_enable_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  /// Meaning of a received PHY set for the far side.
  enum class Class : std::uint8_t { A, B, C, None };

  static Class class_of(unsigned phy_state);
  bool hearing(Class what) const;
  void listen(const In& in);
  PhyState next_state(const In& in) const;
  void drive_outputs();

  PhyState state_ = PhyState::Down;
  Class last_ = Class::None;  ///< of the last set received
  unsigned run_ = 0;          ///< sets of that class in a row
  unsigned hello_ = 0;        ///< PHY sets still to be sent in UP
  Out out_;
};

}  // namespace tinsim
