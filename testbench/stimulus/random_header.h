// SPDX-License-Identifier: Apache-2.0
// Random cell headers.
#pragma once

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/crc8.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// A header whose length, type and hop count pass every check; the caller overwrites further
/// fields.
inline CellHeader random_header(Random& random) {
  constexpr std::array<std::uint8_t, 11> kTypes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15};
  const std::uint64_t bits = random.bits();
  CellHeader header;
  header.dst = static_cast<std::uint16_t>(bits);
  header.src = static_cast<std::uint16_t>(bits >> 16);
  header.len = static_cast<std::uint8_t>(random.range(kMinCellWords, kMaxCellWords));
  header.cell_type = kTypes[random.below(kTypes.size())];
  header.vc = bits >> 32 & 31;
  header.hop = static_cast<std::uint8_t>(random.range(1, 31));
  header.trace = bits >> 40 & 1;
  return header;
}

/// `word` with the CRC of its other bits.
inline std::uint64_t with_crc(std::uint64_t word) {
  const std::uint64_t body = word << 8 >> 8;
  return body | std::uint64_t{crc8_rohc(body, 7)} << 56;
}

}  // namespace tinsim
