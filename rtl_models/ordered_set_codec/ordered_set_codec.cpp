// SPDX-License-Identifier: Apache-2.0
// Ordered set codec: packs, checks and unpacks the 8-byte ordered sets.
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"

#include "rtl_models/parts/ordered_set.h"

namespace tinsim {

OrderedSetCodec::Out OrderedSetCodec::eval(const In& in) const {
  const OrderedSet decoded = decode_ordered_set(in.word_i);
  const OrderedSetErrors errors = check_ordered_set(in.word_i);
  Out out;
  out.code_o = decoded.code;
  out.body_o = decoded.body;
  out.code_error_o = errors.code;
  out.crc_error_o = errors.crc;
  out.word_o = encode_ordered_set({static_cast<std::uint8_t>(in.code_i), in.body_i});
  return out;
}

}  // namespace tinsim
