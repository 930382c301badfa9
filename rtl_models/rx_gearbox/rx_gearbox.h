// SPDX-License-Identifier: Apache-2.0
// Receive gearbox of a link without FEC: 70-bit line words into 66-bit blocks.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/bit_queue.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and the effect of slips are described in README.md.
class RxGearbox {
 public:
  struct In {
    bool valid_i = false;
    Bits<70> line_i;
    bool slip_i = false;
    TIN_PORTS(valid_i, line_i, slip_i)
  };
  struct Out {
    Bits<2> count_o;
    Bits<66> block0_o, block1_o;
    TIN_PORTS(count_o, block0_o, block1_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  BitQueue<65 + 70> rest_;
  bool slip_due_ = false;
  Out out_;
};

}  // namespace tinsim
