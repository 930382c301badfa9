// SPDX-License-Identifier: Apache-2.0
// The words of a cell on a link: its header, and a payload that identifies it and is checked.
#pragma once

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Word n of `cell`, 0 .. cell.words - 1. Every word depends on what makes the cell unique in a
/// run, so that a word that was lost, replaced or changed shows.
inline uint64_t word_of(const Cell& cell, unsigned n) {
  constexpr uint8_t kDataCell = 3;
  if (n == 0) {
    return encode_header({cell.dst, cell.src, cell.words, kDataCell, cell.vc, cell.hop, false});
  }
  const uint64_t identity = uint64_t{cell.birth} << 32 | cell.seq;
  return n == 1 ? identity : mix64(identity + n);
}

}  // namespace tinsim
