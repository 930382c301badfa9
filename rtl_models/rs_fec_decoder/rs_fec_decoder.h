// SPDX-License-Identifier: Apache-2.0
// RS(70,66) decoder of a global link: eight line words in, eight blocks out, two symbols corrected.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/fec_frame.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing, code and bit order are described in README.md.
class RsFecDecoder {
 public:
  struct In {
    bool valid_i = false, first_i = false;
    Bits<70> line_i;
    TIN_PORTS(valid_i, first_i, line_i)
  };
  struct Out {
    bool valid_o = false;
    Bits<66> block_o;
    bool bad_o = false;
    Bits<2> corrected_o;
    bool first_o = false;
    TIN_PORTS(valid_o, block_o, bad_o, corrected_o, first_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void check(const In& in) const;
  void correct();
  Out& due(unsigned edges) { return due_[(edge_ + edges) % due_.size()]; }

  FecFrame frame_;
  unsigned next_ = 0;          ///< number of the next line word of the codeword
  unsigned edge_ = 0;          ///< clock edges since reset
  std::array<Out, 16> due_{};  ///< outputs of future edges
  Out out_;
};

}  // namespace tinsim
