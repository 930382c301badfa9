// SPDX-License-Identifier: Apache-2.0
// Events of a chip's IP path: a queue in order of cycle, kind and place.
#pragma once

#include <memory_resource>

#include "tlm/gnet/cell.h"
#include "tlm/tin/event_ring.h"

namespace tinsim {

struct IpEvent {
  enum Kind : uint8_t {
    kRegisters,    ///< registers have been written
    kCellIn,       ///< the last word of `cell` is at terminal port `place`
    kRtsIn,        ///< `cell`, an RTS of port `place`, reaches its queue
    kCellOut,      ///< `cell` may depart by port `place`
    kComplete,     ///< the packet of context `place` is complete
    kWire,         ///< the wire of interface `place` may receive a packet
    kRtsOut,       ///< packet `place` is looked up, and its RTS sent
    kPull,         ///< DATA cells of packet `place` may be sent
    kWireOut,      ///< the wire of interface `place` may send a packet
    kSent,         ///< the last bit of context `place` has departed
    kGrant,        ///< the CTS scheduler may give a grant
    kTimeout,      ///< of the ingress of interface `place`, or of the egress (kIpInterfaces)
    kMac,          ///< flow control of the MAC: 0 a level has changed, 1 a pause changes
    kControlSent,  ///< the last bit of the MAC's control frame has departed
    kMaxHold,      ///< packet `place` has been held for the longest time
  };

  Cell cell;
  Cycle at = 0;
  uint32_t place : 24;
  uint32_t kind : 8;

  bool is_before(const IpEvent& o) const {
    if (at != o.at) return at < o.at;
    return kind != o.kind ? kind < o.kind : place < o.place;
  }
};

/// Two events of one cycle never have the same kind and place, so their order does not depend on
/// the order of the pushes.
class IpEvents {
 public:
  explicit IpEvents(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : ring_(memory) {}

  /// `at` is not before the event that was taken last. Not inlined: with one function for the many
  /// callers the arguments stay in registers.
  [[gnu::noinline]] void push(Cycle at, IpEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    ring_.insert(at, [&](IpEvent& event) {
      event.cell = cell;
      event.at = at;
      event.place = place & 0xffffffu;
      event.kind = kind;
    });
  }
  Cycle next() const { return ring_.next(); }
  /// Precondition: next() is not kNoCycle.
  IpEvent take() { return ring_.take(); }
  /// Prefetches the events, which are not in the object itself.
  void prefetch() const { ring_.prefetch(); }

 private:
  /// A packet of 4 KiB occupies its wire for 133 cycles; a longer ring costs more prefetches.
  EventRing<IpEvent, 256> ring_;
};

}  // namespace tinsim
