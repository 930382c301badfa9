// SPDX-License-Identifier: Apache-2.0
// Depths of the pipeline of a chip that variants of the switch may change.
#pragma once

#include "tlm/gnet/cell.h"

namespace tinsim {

/// In cycles; the defaults are those of the base chip (timing.h).
struct PipelineDelays {
  Cycle wire_to_rx = 4;     ///< line to the switch's receive pins
  Cycle rx_to_request = 4;  ///< header on the receive pins to its first request
  /// Match to the header on the transmit pins. Words that a match frees can be granted in the same
  /// slot, so their flow-control pins are two cycles before it.
  Cycle match_to_tx = 5;
  Cycle tx_to_wire = 3;  ///< transmit pins to the line

  constexpr Cycle match_to_credit() const { return match_to_tx - 2; }
  /// From a match at a terminal input to the cycle in which the source may use the credit.
  constexpr Cycle match_to_source_credit() const { return match_to_credit() + tx_to_wire + 1; }
  /// From a source's first word to the cell's first request.
  constexpr Cycle inject_to_request() const { return wire_to_rx + rx_to_request; }
  /// Wire to wire through an idle chip.
  constexpr Cycle router_cycles() const {
    return wire_to_rx + rx_to_request + match_to_tx + tx_to_wire;
  }
  constexpr bool operator==(const PipelineDelays& o) const {
    return wire_to_rx == o.wire_to_rx && rx_to_request == o.rx_to_request &&
           match_to_tx == o.match_to_tx && tx_to_wire == o.tx_to_wire;
  }
  constexpr bool operator!=(const PipelineDelays& o) const { return !(*this == o); }
};

}  // namespace tinsim
