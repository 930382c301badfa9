// SPDX-License-Identifier: Apache-2.0
// Ordered set codec: packs, checks and unpacks the 8-byte ordered sets.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// A part; ports and layout are described in README.md.
class OrderedSetCodec {
 public:
  struct In {
    Bits<64> word_i;
    Bits<4> code_i;
    Bits<52> body_i;
    TIN_PORTS(word_i, code_i, body_i)
  };
  struct Out {
    Bits<4> code_o;
    Bits<52> body_o;
    bool code_error_o = false, crc_error_o = false;
    Bits<64> word_o;
    TIN_PORTS(code_o, body_o, code_error_o, crc_error_o, word_o)
  };

  Out eval(const In& in) const;
};

}  // namespace tinsim
