// SPDX-License-Identifier: Apache-2.0
// Events from the receive side of a port to its transmit side, with the cycle of their input.
#pragma once

#include <cstdint>

#include "tlm/gnet/cell.h"

namespace tinsim {

struct LinkEvent {
  enum class Kind : std::uint8_t {
    Lock,      ///< block lock is `code` from this cycle on
    Phy,       ///< a PHY set arrived; `code` is its state
    Lat,       ///< a LAT set arrived; `code` is its sub, `value` its residence
    TimeSync,  ///< a TIMESYNC arrived; `code` is its status, `value` its time
    Lost,      ///< `value` words of VC `code` were lost on the wire: to be granted again
    Mos,       ///< a MOS arrived; `code` is its sub, `value` its payload
    Enable,    ///< the port that sends the event is to be used, `code` 1, or not
  };
  Kind kind = Kind::Lock;
  Cycle cycle = 0;  ///< of the port's clock; at most one event per kind and cycle
  std::uint8_t code = 0;
  std::uint64_t value = 0;
};

/// Administration: from `cycle` on the port is to be used, or not. Before the first change it is.
struct EnableChange {
  Cycle cycle = 0;
  bool enable = true;
};

/// The link blocks exist for 4 and for 32 VCs, like the switch: the smaller one that has `vcs`.
constexpr unsigned link_block_vcs(unsigned vcs) { return vcs <= 4 ? 4 : vcs <= 32 ? 32 : vcs; }

}  // namespace tinsim
