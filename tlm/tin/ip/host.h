// SPDX-License-Identifier: Apache-2.0
// What stands behind an IP port of the chip: a host at the NIC, the wire at the MAC, the control
// processor. It sends packets and takes those that leave.
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
  /// The packet whose first bit goes to the port in cycle `now` >= next(). Null if the host has
  /// none after all, because a message was born that must wait for its window, for example.
  virtual PacketPtr take(Cycle now) = 0;
  /// From now on the port takes nothing of these classes of service (a mask). False: the host sends
  /// in one order, whatever the class, and is not to be asked while it would have to hold one back.
  virtual bool hold(uint8_t classes) { return classes == 0; }
  /// The last bit of `packet` has left the port in cycle `at`; `ecn` is the field with which it
  /// left.
  virtual void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) = 0;
  /// Fetches the state that the next calls will touch.
  virtual void prefetch() const {}
  /// `packet` begins to leave: receive() is called next with it. Fetches what that will touch, and
  /// prefetch() does so too until then.
  virtual void expect(const Packet& /*packet*/) {}
};

}  // namespace tinsim
