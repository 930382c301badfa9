// SPDX-License-Identifier: Apache-2.0
// Receive physical coding sublayer: block lock, descrambling, code violations.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/scrambler.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and the rules of lock are described in README.md.
class PcsRx {
 public:
  struct In {
    bool block_valid_i = false;
    Bits<66> block_i;
    TIN_PORTS(block_valid_i, block_i)
  };
  struct Out {
    bool slip_o = false, lock_o = false;
    bool valid_o = false, control_o = false;
    Bits<64> word_o;
    bool violation_o = false;
    TIN_PORTS(slip_o, lock_o, valid_o, control_o, word_o, violation_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void hunt(bool good);
  void watch(bool good);

  ScramblerState descrambler_;
  unsigned run_ = 0;               ///< unlocked: good headers in a row
  unsigned blocks_ = 0, bad_ = 0;  ///< locked: blocks of this window, and bad headers among them
  Out out_;
};

}  // namespace tinsim
