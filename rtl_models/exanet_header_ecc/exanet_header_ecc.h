// SPDX-License-Identifier: Apache-2.0
// ExaNet header: 120 information bits in an extended Hamming code (128,120).
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// A part; ports and code are described in README.md.
class ExanetHeaderEcc {
 public:
  struct In {
    Bits<120> info_i;
    Bits<128> word_i;
    TIN_PORTS(info_i, word_i)
  };
  struct Out {
    Bits<128> word_o;
    Bits<120> info_o;
    bool corrected_o = false;
    Bits<7> position_o;
    bool uncorrectable_o = false;
    TIN_PORTS(word_o, info_o, corrected_o, position_o, uncorrectable_o)
  };

  Out eval(const In& in) const;
};

}  // namespace tinsim
