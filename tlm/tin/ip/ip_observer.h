// SPDX-License-Identifier: Apache-2.0
// Observer of the decisions of an IP path.
#pragma once

#include <array>
#include <optional>

#include "rtl_models/parts/cts_pick.h"
#include "rtl_models/parts/reassembly.h"
#include "tlm/ethernet/address.h"
#include "tlm/ethernet/packet.h"
#include "tlm/tin/ip/ip_routes.h"

namespace tinsim {

/// Inputs of the CTS scheduler.
struct CtsView {
  uint32_t waiting = 0;                        ///< queues with an RTS
  std::array<uint16_t, kRtsQueues> bytes{};    ///< of their first packets
  std::array<uint32_t, kEgressPorts> slots{};  ///< free, by port
  std::array<uint32_t, kEgressPorts> outstanding{};
  std::array<uint32_t, kEgressPorts> window{};
  bool hold = false;  ///< no context is free
};

/// A packet's place in the egress.
struct EgressPlace {
  unsigned eport = 0;
  bool is_strict = false;  ///< in the port's order of strict classes
  uint16_t eptr = 0;
  unsigned entry = 0;  ///< in that order
};

/// Called in the order of the decisions. Cycles are absolute.
class IpObserver {
 public:
  virtual ~IpObserver() = default;

  /// Registers have changed the table of routes.
  virtual void routes_changed(Cycle /*now*/, const IpRoutes& /*routes*/) {}

  virtual void looked_up(Cycle now, const IpAddress& address, uint16_t hash,
                         const std::optional<IpRoutes::Answer>& answer) = 0;
  /// An RTS arrives at `queue`, which has `depth` others.
  virtual void requested(Cycle now, unsigned queue, unsigned depth, bool refused) = 0;
  /// `queue`: granted, or kNoQueue.
  virtual void scheduled(Cycle now, const CtsView& view, unsigned queue) = 0;
  virtual void reserved(Cycle now, const EgressPlace& place, uint32_t flow, unsigned bytes) = 0;
  /// A DATA cell arrives.
  virtual void stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
                      const CellArrival& arrival) = 0;
  virtual void completed(Cycle now, const EgressPlace& place) = 0;
  /// Given up before it was complete.
  virtual void cancelled(Cycle now, const EgressPlace& place) = 0;
  /// A packet begins to depart. Its queue has `depth` RTSs, and its ECN field becomes `ecn`.
  virtual void departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
                       unsigned ecn) = 0;
  /// Context and slots are free again.
  virtual void released(Cycle now, const EgressPlace& place, unsigned bytes) = 0;
  /// The next DATA cell of `packet` is sent; `cell` is as the switch receives it.
  virtual void cell_sent(Cycle now, const Packet& packet, uint16_t eptr, const Cell& cell) = 0;
};

}  // namespace tinsim
