// SPDX-License-Identifier: Apache-2.0
// The words of a cell on a link: its header, and a payload that identifies it and is checked.
#pragma once

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Word 1 of `cell`. In a raw traffic cell it identifies the cell: its birth and its number. A cell
/// of the IP path has its descriptor (rtl_models/parts/ip_words.h).
inline uint64_t word_1(const Cell& cell) { return uint64_t{cell.birth} << 32 | cell.seq; }

/// The VC on which a cell of traffic class `cls` begins its way.
constexpr unsigned first_vc(unsigned cls) { return cls * 3; }

/// A cell of `words` words on the first VC of traffic class `cls`; addresses are the caller's.
inline Cell make_cell(uint64_t word_1, unsigned type, unsigned words, unsigned cls) {
  Cell cell;
  cell.seq = static_cast<uint32_t>(word_1);
  cell.birth = static_cast<Cycle>(word_1 >> 32);
  cell.type = type & 15u;
  cell.words = static_cast<uint8_t>(words);
  cell.cls = cls & 31u;
  cell.vc = static_cast<uint8_t>(first_vc(cls));
  return cell;
}

/// Word n of `cell`, 0 .. cell.words - 1. Every word depends on the fields that make the cell
/// unique in a run, so that a lost, replaced or changed word is detected.
inline uint64_t word_of(const Cell& cell, unsigned n) {
  if (n == 0) {
    return encode_header({cell.dst, cell.src, cell.words, static_cast<uint8_t>(cell.type), cell.vc,
                          static_cast<uint8_t>(cell.hop), cell.traced != 0});
  }
  return n == 1 ? word_1(cell) : mix64(word_1(cell) + n);
}

}  // namespace tinsim
