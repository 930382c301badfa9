// SPDX-License-Identifier: Apache-2.0
// ExaNet header: 120 information bits in an extended Hamming code (128,120).
#include "rtl_models/exanet_header_ecc/exanet_header_ecc.h"

#include "rtl_models/parts/exanet_ecc.h"

namespace tinsim {

ExanetHeaderEcc::Out ExanetHeaderEcc::eval(const In& in) const {
  Out out;
  out.word_o = to_bits<128>(exanet_encode(to_word(in.info_i)));
  const ExanetDecoded decoded = exanet_decode(to_word(in.word_i));
  out.info_o = to_bits<120>(decoded.info);
  out.corrected_o = decoded.corrected;
  out.position_o = decoded.position;
  out.uncorrectable_o = decoded.uncorrectable;
  return out;
}

}  // namespace tinsim
