// SPDX-License-Identifier: Apache-2.0
// The GNet cell as the chip core moves it: a 16-byte descriptor; payload bytes stay at the source.
#pragma once

#include <cstdint>

#include "rtl_models/parts/ip_cells.h"

namespace tinsim {

/// A point in time: core clock cycles since the start of the run.
using Cycle = uint32_t;
constexpr Cycle kNoCycle = 0xffffffffu;

/// First hop count of a cell (the longest legal route has 8 links, docs/reference/assumptions.md).
constexpr uint8_t kInitialHop = 12;

/// Header fields as on the wire, and fields that identify the cell in statistics: (src, seq) is
/// unique in a run, `birth` is the cycle in which its source made it.
struct Cell {
  Cell() : hop(0), cls(0), type(kDataCellType), damaged(false), traced(false) {}

  uint16_t src = 0;
  uint16_t dst = 0;
  uint8_t words = 0;
  uint8_t vc = 0;        ///< VC on which it travels or waits
  uint16_t hop : 5;      ///< decrementing hop count
  uint16_t cls : 5;      ///< traffic class, for statistics
  uint16_t type : 4;     ///< cell type (docs/reference/assumptions.md)
  uint16_t damaged : 1;  ///< a payload word was lost or changed on the way: discarded at its end
  uint16_t traced : 1;   ///< trace bit: each chip on the path records the cell
  uint32_t seq = 0;
  Cycle birth = 0;

  bool operator==(const Cell& o) const {
    return src == o.src && dst == o.dst && words == o.words && vc == o.vc && hop == o.hop &&
           cls == o.cls && type == o.type && damaged == o.damaged && traced == o.traced &&
           seq == o.seq && birth == o.birth;
  }
};
static_assert(sizeof(Cell) == 16, "four cells to a cache line");

}  // namespace tinsim
