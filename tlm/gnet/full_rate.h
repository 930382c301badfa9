// SPDX-License-Identifier: Apache-2.0
// A link whose line carries slots where others carry the parity of their FEC: 70 slots in 66
// cycles.
#pragma once

#include <cstdint>

#include "tlm/gnet/cell.h"

namespace tinsim::full_rate {

/// Line bits per cycle of a link with FEC and bits of a block: 70 and 66, divided by 2.
constexpr uint64_t kSlots = 35, kCycles = 33;

constexpr double kWordsPerCycle = 70.0 / 66;

/// Cycles by which such a line follows the transmit scheduler. Words of a cell arrive at the link
/// one per cycle, and its line takes up to 19 - floor(19 * 66 / 70) = 2 of them in advance.
constexpr Cycle kLineDelay = 2;

/// Slot n begins n * 66 / 70 cycles after the start of the run, within this cycle.
constexpr Cycle cycle_of(uint64_t slot) { return static_cast<Cycle>(slot * kCycles / kSlots); }
/// First of the one or two slots that begin in a cycle.
constexpr uint64_t first_slot(Cycle cycle) {
  return (uint64_t{cycle} * kSlots + kCycles - 1) / kCycles;
}

static_assert(cycle_of(first_slot(32)) == 32 && cycle_of(70) == 66 && first_slot(66) == 70);

}  // namespace tinsim::full_rate
