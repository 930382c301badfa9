// SPDX-License-Identifier: Apache-2.0
// A packet as DATA cells: how many, how long, and which bytes each of them has.
#pragma once

#include <cstdint>

#include "rtl_models/parts/cell_header.h"

namespace tinsim {

inline constexpr unsigned kDataCellBytes = 148;      ///< of a packet, in the longest DATA cell
inline constexpr unsigned kDataDescriptorBytes = 4;  ///< eptr, idx, vbytes
inline constexpr unsigned kMaxPacketBytes = 16383;   ///< 14 bits in the RTS
inline constexpr unsigned kMaxPacketCells = 111;     ///< of the longest packet
inline constexpr std::uint8_t kDataCellType = 3;

/// DATA cells of a packet, which are the slots that it takes in a reassembly buffer.
constexpr unsigned cells_of(unsigned bytes) {
  return (bytes + kDataCellBytes - 1) / kDataCellBytes;
}

/// Bytes of the packet in cell `idx`: 148, the rest in the last one. `idx` is below
/// cells_of(bytes).
constexpr unsigned vbytes_of(unsigned bytes, unsigned idx) {
  const unsigned rest = bytes - kDataCellBytes * idx;
  return rest < kDataCellBytes ? rest : kDataCellBytes;
}

/// Length in words, header included, of a DATA cell with so many bytes of a packet; 2..20. A cell
/// with none (vbytes 0: its source gives the packet up) has two words, too.
constexpr unsigned words_of_data_cell(unsigned vbytes) {
  constexpr unsigned kWordBytes = 8;
  return 1 + (kDataDescriptorBytes + vbytes + kWordBytes - 1) / kWordBytes;
}

/// Words of all DATA cells of a packet together.
constexpr unsigned data_words_of(unsigned bytes) {
  const unsigned cells = cells_of(bytes);
  return (cells - 1) * kMaxCellWords + words_of_data_cell(vbytes_of(bytes, cells - 1));
}

static_assert(words_of_data_cell(kDataCellBytes) == kMaxCellWords);
static_assert(cells_of(kMaxPacketBytes) == kMaxPacketCells);

}  // namespace tinsim
