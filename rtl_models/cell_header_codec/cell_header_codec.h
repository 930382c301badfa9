// SPDX-License-Identifier: Apache-2.0
// Cell header codec: packs, checks and unpacks the 8-byte cell header.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// A part; ports and layout are described in README.md.
class CellHeaderCodec {
 public:
  struct In {
    Bits<64> word_i;
    Bits<16> dst_i, src_i;
    Bits<5> len_i;
    Bits<4> cell_type_i;
    Bits<5> vc_i, hop_i;
    bool trace_i = false;
    TIN_PORTS(word_i, dst_i, src_i, len_i, cell_type_i, vc_i, hop_i, trace_i)
  };
  struct Out {
    Bits<16> dst_o, src_o;
    Bits<5> len_o;
    Bits<4> cell_type_o;
    Bits<5> vc_o, hop_o;
    bool trace_o = false;
    bool soc_error_o = false, crc_error_o = false, len_error_o = false, type_error_o = false;
    Bits<64> word_o;
    TIN_PORTS(dst_o, src_o, len_o, cell_type_o, vc_o, hop_o, trace_o, soc_error_o, crc_error_o,
              len_error_o, type_error_o, word_o)
  };

  Out eval(const In& in) const;
};

}  // namespace tinsim
