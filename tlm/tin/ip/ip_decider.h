// SPDX-License-Identifier: Apache-2.0
// Decisions of an IP path that blocks attached to it may replace.
#pragma once

#include <array>
#include <optional>

#include "rtl_models/parts/cts_pick.h"
#include "rtl_models/parts/reassembly.h"
#include "rtl_models/parts/time_to_live.h"
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

/// Called in the order of the decisions. A decision arrives with the chip's own result, `own` or
/// the last argument; the chip uses the result that is returned. Cycles are absolute.
class IpDecider {
 public:
  virtual ~IpDecider() = default;

  /// Registers have changed the table of routes.
  virtual void routes_changed(Cycle /*now*/, const IpRoutes& /*routes*/) {}

  virtual std::optional<IpRoutes::Answer> looked_up(Cycle now, const IpAddress& address,
                                                    uint16_t hash,
                                                    const std::optional<IpRoutes::Answer>& own) = 0;
  /// A packet with octets has been looked up; `forwards`: its way is from a host or MAC to another.
  virtual ForwardedHead time_to_live_updated(Cycle now, bool v6, bool forwards, const IpHead& head,
                                             const ForwardedHead& own) = 0;
  /// An RTS arrives at `queue`, which has `depth` others. True: it is refused.
  virtual bool refused(Cycle now, unsigned queue, unsigned depth, bool own) = 0;
  /// No context is free for another packet.
  virtual bool is_full(Cycle now, bool own) = 0;
  /// The queue whose first packet is to be fetched; kNoQueue: none.
  virtual unsigned chosen(Cycle now, const CtsView& view, unsigned own) = 0;
  /// That packet is granted, or with `is_expired` removed without a grant.
  virtual void scheduled(Cycle now, bool is_expired) = 0;
  /// The eptr of a packet of `bytes` that is granted.
  virtual uint16_t reserved(Cycle now, unsigned bytes, uint16_t own) = 0;
  /// It is in the order of its port.
  virtual void pushed(Cycle now, const EgressPlace& place, uint32_t flow) = 0;
  /// A DATA cell arrives.
  virtual CellArrival stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
                             const CellArrival& own) = 0;
  virtual void completed(Cycle now, const EgressPlace& place) = 0;
  /// Given up before it was complete.
  virtual void cancelled(Cycle now, const EgressPlace& place) = 0;
  /// The eptr of the packet that may depart next, of strict classes or of the others.
  virtual std::optional<uint16_t> offered(Cycle now, unsigned eport, bool is_strict,
                                          std::optional<uint16_t> own) = 0;
  /// A packet begins to depart. Its queue has `depth` RTSs. Returns its ECN field from now on.
  virtual uint8_t departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
                          uint8_t own) = 0;
  /// Context and slots are free again.
  virtual void released(Cycle now, const EgressPlace& place, unsigned bytes) = 0;
  /// The next DATA cell of `packet` is sent, with `is_last` its last one; `cell` is as the switch
  /// receives it.
  virtual void cell_sent(Cycle now, const Packet& packet, uint16_t eptr, bool is_last,
                         Cell& cell) = 0;
};

}  // namespace tinsim
