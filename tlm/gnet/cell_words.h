// SPDX-License-Identifier: Apache-2.0
// The words of a cell on a link: its header, and the payload that stands in for user data.
#pragma once

#include <cstdint>

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Type of every cell that traffic makes (facts 2.4).
constexpr uint8_t kDataCell = 3;

/// Word 1: which cell it is. Payload is counted, not carried; these words stand where it would be,
/// so that a word lost, repeated or exchanged is noticed.
constexpr uint64_t cell_identity(const Cell& cell) { return uint64_t{cell.birth} << 32 | cell.seq; }

/// Word `n` of a cell: 0 is the header with its CRC, 1 the identity, the others follow from it.
inline uint64_t cell_word(const Cell& cell, unsigned n) {
  if (n == 0) {
    return encode_header({cell.dst, cell.src, cell.words, kDataCell, cell.vc, cell.hop, false});
  }
  return n == 1 ? cell_identity(cell) : mix64(cell_identity(cell) + n);
}

}  // namespace tinsim
