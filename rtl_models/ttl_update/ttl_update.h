// SPDX-License-Identifier: Apache-2.0
// Time to live of a forwarded packet: decremented with its checksum, or expired.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and the rule are described in README.md.
class TtlUpdate {
 public:
  struct In {
    bool valid_i = false, v6_i = false, forwards_i = false;
    Bits<64> head_lo_i, head_hi_i;
    TIN_PORTS(valid_i, v6_i, forwards_i, head_lo_i, head_hi_i)
  };
  struct Out {
    bool valid_o = false, expired_o = false;
    Bits<64> head_lo_o, head_hi_o;
    TIN_PORTS(valid_o, expired_o, head_lo_o, head_hi_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& /*straps*/) { out_ = {}; }
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  Out out_;
};

}  // namespace tinsim
