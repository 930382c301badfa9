// SPDX-License-Identifier: Apache-2.0
// A packet source and sink behind an IP port of the chip: a host at the NIC, the wire at the MAC,
// the control processor.
#pragma once

#include "tlm/ethernet/packet.h"

namespace tinsim {

/// The chip calls it, in order of time; cycles are absolute.
class Host {
 public:
  virtual ~Host() = default;

  /// First cycle in which the host may have a packet to send, kNoCycle while it has none. Only
  /// take(), receive() and hold() change it.
  virtual Cycle next() const = 0;
  /// The packet whose first bit is sent to the port in cycle `now` >= next(). Null if the host has
  /// none: a new message waits for its window, for example.
  virtual PacketPtr take(Cycle now) = 0;
  /// From now on the port takes no packets of these classes of service (a mask). False: the host
  /// has one queue for all classes, so take() is not called while a class is held.
  virtual bool hold(uint8_t classes) { return classes == 0; }
  /// The last bit of `packet` departs from the port in cycle `at`, with ECN field `ecn`.
  virtual void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) = 0;
  /// Prefetches the state that the next calls use.
  virtual void prefetch() const {}
  /// `packet` begins to depart: the next receive() will be for it. Prefetches the state for that,
  /// as prefetch() does until then.
  virtual void expect(const Packet& /*packet*/) {}
};

}  // namespace tinsim
