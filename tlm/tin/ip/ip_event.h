// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a chip's IP path: a queue in order of time, and of place within a
// cycle.
#pragma once

#include <memory_resource>

#include "tlm/gnet/cell.h"
#include "tlm/tin/event_ring.h"

namespace tinsim {

struct IpEvent {
  enum Kind : uint8_t {
    kCellIn,    ///< the last word of `cell` is at terminal port `place`
    kRtsIn,     ///< `cell`, an RTS of port `place`, reaches its queue
    kCellOut,   ///< `cell` may leave by port `place`
    kComplete,  ///< context `place` has arrived whole
    kWire,      ///< the wire of interface `place` may take a packet in
    kRtsOut,    ///< packet `place` asks
    kPull,      ///< packet `place` may be sent
    kWireOut,   ///< the wire of interface `place` may send a packet
    kSent,      ///< the last bit of context `place` has left
    kGrant,     ///< the CTS scheduler looks again
    kTimeout,   ///< something may have waited too long
    kMac,       ///< flow control of the MAC: 0 its buffer has passed a threshold, 1 a pause changes
    kControlSent,  ///< the last bit of the MAC's control frame has left
    kAskAtLast,    ///< packet `place` has waited long enough for its turn to ask
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

/// Two events of one cycle never have the same kind and place, so the order does not depend on that
/// of the pushes.
class IpEvents {
 public:
  explicit IpEvents(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : ring_(memory) {}

  /// `at` is not before the event that was taken last. Called for each event from many places: one
  /// function, so that what it is given stays in registers.
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
  /// Fetches what is not in the object itself.
  void prefetch() const { ring_.prefetch(); }

 private:
  /// A packet of 4 KiB takes its wire 133 cycles; a longer ring is more to fetch in each window.
  EventRing<IpEvent, 256> ring_;
};

}  // namespace tinsim
