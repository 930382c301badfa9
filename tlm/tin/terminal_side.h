// SPDX-License-Identifier: Apache-2.0
// Parameters of a chip that all engines on its terminal ports share.
#pragma once

#include <cstdint>
#include <string>

#include "tlm/gnet/cell.h"

namespace tinsim {

struct TerminalSide {
  std::string name;                   ///< of the chip, for reports
  uint16_t chip = 0;                  ///< number of the chip
  uint16_t address = 0;               ///< GNet address of endpoint 0
  unsigned first_terminal = 0;        ///< switch port of endpoint 0
  uint8_t initial_hop = kInitialHop;  ///< hop count of new cells
  Cycle sink_delay = 0;               ///< added to the switch's delivery cycles
  unsigned terminal_words = 0;        ///< depth of each VC FIFO behind a terminal port
};

}  // namespace tinsim
