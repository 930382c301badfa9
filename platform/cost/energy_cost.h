// SPDX-License-Identifier: Apache-2.0
// Energy of events and power of a network, from counts of a run.
#pragma once

#include <cstdint>

#include "platform/cost/chip_cost.h"
#include "platform/cost/network_cost.h"

namespace tinsim {

/// Words of cells in a span of time, all chips together.
struct CellEvents {
  uint64_t cycles = 0;     ///< length of the span
  uint64_t cells = 0;      ///< delivered
  uint64_t switched = 0;   ///< words that passed a switch
  uint64_t injected = 0;   ///< … those of them that came from a terminal port
  uint64_t delivered = 0;  ///< words that left at a terminal port
};

/// Energies of one word or one cycle, from the constants of the configuration.
struct EventEnergy {
  double fifo_pj = 0;      ///< a word through an input FIFO: written and read
  double crossbar_pj = 0;  ///< … over the wires to the crossbar, through it, and to its port
  double queue_pj = 0;     ///< … through an output queue, or transmit buffer: written and read
  double buffer_pj = 0;    ///< a word through a buffer of the NIC, where the chip has one
  double link_pj = 0;      ///< a slot of a direction of a link, idle or not: 70 bits on the line
  double chip_pj = 0;      ///< a cycle of a chip without events: clock, leakage, lanes of the NIC

  double switched_pj() const { return fifo_pj + crossbar_pj + queue_pj; }
};
EventEnergy event_energy(const PlatformConfig& config, const ChipCost& chip);

struct NetworkPower {
  double cells_w = 0;            ///< what cells cause
  double chips_w = 0;            ///< chips without cells and links
  double links_w = 0;            ///< lanes of links at both ends
  double optics_w = 0;           ///< optical modules
  double cells_pj_per_cell = 0;  ///< NaN without cells, as the next one
  double all_pj_per_cell = 0;

  double all_w() const { return cells_w + chips_w + links_w + optics_w; }
  /// Mean of a chip, its ends of links included.
  double chip_w(uint64_t chips) const {
    return chips == 0 ? 0 : (cells_w + chips_w + links_w) / static_cast<double>(chips);
  }
};
/// Mean power over the span of the events; without a span, of a network without cells.
NetworkPower network_power(const EventEnergy& energy, const NetworkCost& network,
                           const CellEvents& events, double clock_mhz);

}  // namespace tinsim
