// SPDX-License-Identifier: Apache-2.0
// The 8-byte cell header: fields, layout, CRC and checks.
#include "rtl_models/parts/cell_header.h"

#include "rtl_models/parts/bit_slice.h"
#include "rtl_models/parts/crc8.h"

namespace tinsim {
namespace {

constexpr BitSlice kOsc{0, 4}, kDst{4, 16}, kSrc{20, 16}, kLen{36, 5}, kType{41, 4}, kVc{45, 5},
    kHop{50, 5}, kTrace{55, 1}, kCrc{56, 8};
constexpr unsigned kStartOfCell = 0x1;
constexpr unsigned kCrcBytes = 7;

}  // namespace

std::uint64_t encode_header(const CellHeader& header) {
  const std::uint64_t body = kOsc.with(kStartOfCell) | kDst.with(header.dst) |
                             kSrc.with(header.src) | kLen.with(header.len) |
                             kType.with(header.cell_type) | kVc.with(header.vc) |
                             kHop.with(header.hop) | kTrace.with(header.trace);
  return body | kCrc.with(crc8_rohc(body, kCrcBytes));
}

CellHeader decode_header(std::uint64_t word) {
  CellHeader header;
  header.dst = static_cast<std::uint16_t>(kDst.of(word));
  header.src = static_cast<std::uint16_t>(kSrc.of(word));
  header.len = static_cast<std::uint8_t>(kLen.of(word));
  header.cell_type = static_cast<std::uint8_t>(kType.of(word));
  header.vc = static_cast<std::uint8_t>(kVc.of(word));
  header.hop = static_cast<std::uint8_t>(kHop.of(word));
  header.trace = kTrace.of(word);
  return header;
}

CellHeaderErrors check_header(std::uint64_t word) {
  const std::uint64_t len = kLen.of(word), type = kType.of(word);
  CellHeaderErrors errors;
  errors.soc = kOsc.of(word) != kStartOfCell;
  errors.crc = kCrc.of(word) != crc8_rohc(word, kCrcBytes);
  errors.len = len < kMinCellWords || len > kMaxCellWords;
  errors.cell_type = type >= 10 && type <= 14;
  return errors;
}

}  // namespace tinsim
