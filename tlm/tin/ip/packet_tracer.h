// SPDX-License-Identifier: Apache-2.0
// The choice of the packets whose cells have the trace bit.
#pragma once

#include "tlm/gnet/cell.h"

namespace tinsim {

class PacketTracer {
 public:
  virtual ~PacketTracer() = default;
  /// Whether the packet of `rts`, which is to leave by `port` of the switch and has its addresses,
  /// is traced. Called once for each RTS, in order of time.
  virtual bool traces_packet(Cycle now, unsigned port, const Cell& rts) = 0;
};

}  // namespace tinsim
