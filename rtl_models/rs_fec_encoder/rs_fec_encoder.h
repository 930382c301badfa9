// SPDX-License-Identifier: Apache-2.0
// RS(70,66) encoder of a global link: eight 66-bit blocks in, eight 70-bit line words out.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/fec_frame.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing, code and bit order are described in README.md.
class RsFecEncoder {
 public:
  struct In {
    bool valid_i = false;
    Bits<66> block_i;
    TIN_PORTS(valid_i, block_i)
  };
  struct Out {
    bool valid_o = false, first_o = false;
    Bits<70> line_o;
    TIN_PORTS(valid_o, first_o, line_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void send(unsigned n);

  FecFrame frame_;
  unsigned next_ = 0;      ///< number of the next block of the codeword
  bool last_due_ = false;  ///< all blocks are here, line word 7 is still to be sent
  Out out_;
};

}  // namespace tinsim
