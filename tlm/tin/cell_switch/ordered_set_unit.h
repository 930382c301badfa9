// SPDX-License-Identifier: Apache-2.0
// A unit of a chip that sends and receives ordered sets of its own on the links: TimeSync.
#pragma once

#include <cstdint>

#include "tlm/gnet/link/link_event.h"
#include "tlm/tin/cell_switch/inbox.h"

namespace tinsim {

class OrderedSetUnit;

/// Where the sets of a port arrive.
struct SetWire {
  OrderedSetUnit* peer = nullptr;  ///< of a chip of the same pod
  Inbox* inbox = nullptr;          ///< instead, of the peer's pod, where that is another one
  uint16_t peer_chip = 0;
  uint8_t peer_port = 0;
  Cycle link_cycles = 0;  ///< transmit pins to receive pins

  /// A set in slot `slot`; its receiver registers it one cycle after the receive pins.
  void send(Cycle slot, LinkEvent::Kind kind, uint8_t code, uint64_t value) const;
};

/// The chip calls it; cycles are those of the chip core. A set that the scheduler gets in cycle c
/// takes the first slot from c + 2 on that is at a cell boundary: it precedes whatever else waits.
class OrderedSetUnit {
 public:
  virtual ~OrderedSetUnit() = default;

  virtual void join(unsigned port, const SetWire& to) = 0;

  /// A set has been registered behind the receive pins of `port` in cycle `event.cycle`.
  virtual void arrived(unsigned port, const LinkEvent& event) = 0;
  /// A window of the chip that ends before cycle `to` begins: hands over all sets that the
  /// schedulers get up to cycle `to` + 3 (SwitchEngine::add_due_set).
  virtual void advance(Cycle to) = 0;

  struct Sent {
    uint8_t code = 0;   ///< OrderedSetCode
    uint64_t body = 0;  ///< as in rtl_models/ordered_set_codec
    Cycle next_due;     ///< in which the scheduler of the port gets the next set; kNoCycle: none
  };
  /// The set that is due takes `slot` of the link of `port`, the first that is free from its due
  /// cycle + 2 on. The last cell there has left before slot `cell_end`.
  virtual Sent take(Cycle slot, unsigned port, Cycle cell_end) = 0;
  /// Cycle in which the scheduler of the port gets the next set; kNoCycle: none is known yet.
  virtual Cycle next_due(unsigned port) const = 0;
  /// Ports whose due sets must leave in their window, since others depend on them.
  virtual uint64_t awaited_ports() const = 0;
  /// TIMESYNC sets that the port has sent.
  virtual uint64_t timesyncs(unsigned port) const = 0;
};

inline void SetWire::send(Cycle slot, LinkEvent::Kind kind, uint8_t code, uint64_t value) const {
  const LinkEvent event{kind, slot + link_cycles + 1, code, value};
  if (inbox != nullptr) {
    inbox->push_event(peer_chip, peer_port, event);
  } else {
    peer->arrived(peer_port, event);
  }
}

}  // namespace tinsim
