// SPDX-License-Identifier: Apache-2.0
// Cell header codec: packs, checks and unpacks the 8-byte cell header.
#include "rtl_models/cell_header_codec/cell_header_codec.h"

#include "rtl_models/parts/cell_header.h"

namespace tinsim {

CellHeaderCodec::Out CellHeaderCodec::eval(const In& in) const {
  const CellHeader decoded = decode_header(in.word_i);
  const CellHeaderErrors errors = check_header(in.word_i);
  Out out;
  out.dst_o = decoded.dst;
  out.src_o = decoded.src;
  out.len_o = decoded.len;
  out.cell_type_o = decoded.cell_type;
  out.vc_o = decoded.vc;
  out.hop_o = decoded.hop;
  out.trace_o = decoded.trace;
  out.soc_error_o = errors.soc;
  out.crc_error_o = errors.crc;
  out.len_error_o = errors.len;
  out.type_error_o = errors.cell_type;

  CellHeader given;
  given.dst = static_cast<std::uint16_t>(in.dst_i);
  given.src = static_cast<std::uint16_t>(in.src_i);
  given.len = static_cast<std::uint8_t>(in.len_i);
  given.cell_type = static_cast<std::uint8_t>(in.cell_type_i);
  given.vc = static_cast<std::uint8_t>(in.vc_i);
  given.hop = static_cast<std::uint8_t>(in.hop_i);
  given.trace = in.trace_i;
  out.word_o = encode_header(given);
  return out;
}

}  // namespace tinsim
