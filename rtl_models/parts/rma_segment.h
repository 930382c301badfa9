// SPDX-License-Identifier: Apache-2.0
// Segmentation of a PCIe completion into RESP cells: the next cell.
#pragma once

#include "rtl_models/parts/rma_words.h"

namespace tinsim {

/// Part of a completion in one RESP cell.
struct RmaSegment {
  unsigned offset = 0;  ///< of its first byte, in the read
  unsigned length = 0;  ///< bytes
  unsigned words = 0;   ///< of the cell, with its header
};

/// The next cell of a completion of which `left` bytes from `offset` on are not in cells yet; a
/// cell takes at most `max_data` bytes (64 or 128). `left` = 0: a cell without data, for an error.
constexpr RmaSegment next_segment(unsigned offset, unsigned left, unsigned max_data) {
  const unsigned length = left < max_data ? left : max_data;
  return {offset, length, rma_cell_words(length)};
}

}  // namespace tinsim
