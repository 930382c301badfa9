// SPDX-License-Identifier: Apache-2.0
// Transmit physical coding sublayer: one 66-bit block per word, scrambled.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/scrambler.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and bit order are described in README.md.
class PcsTx {
 public:
  struct In {
    bool valid_i = false, control_i = false;
    Bits<64> word_i;
    TIN_PORTS(valid_i, control_i, word_i)
  };
  struct Out {
    Bits<66> block_o;
    TIN_PORTS(block_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  ScramblerState scrambler_;
  Out out_;
};

}  // namespace tinsim
