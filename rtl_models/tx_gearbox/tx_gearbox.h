// SPDX-License-Identifier: Apache-2.0
// Transmit gearbox of a link without FEC: 66-bit blocks into 70-bit line words.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/bit_queue.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and bit order are described in README.md.
class TxGearbox {
 public:
  struct In {
    bool enable_i = false;
    Bits<66> block0_i, block1_i;
    TIN_PORTS(enable_i, block0_i, block1_i)
  };
  struct Out {
    Bits<2> take_o;
    bool valid_o = false;
    Bits<70> line_o;
    TIN_PORTS(take_o, valid_o, line_o)
  };

  TxGearbox() { drive_take(); }

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void drive_take();

  BitQueue<65 + 2 * 66> rest_;
  Out out_;
};

}  // namespace tinsim
