// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a chip's IP path: a queue in order of time, and of place within a
// cycle.
#pragma once

#include <queue>
#include <vector>

#include "tlm/gnet/cell.h"

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
  };

  Cycle at = 0;
  Kind kind = kCellIn;
  uint32_t place = 0;
  Cell cell;
};

/// Two events of one cycle never have the same kind and place, so the order does not depend on that
/// of the pushes.
class IpEvents {
 public:
  void push(Cycle at, IpEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    queue_.push({at, kind, place, cell});
  }
  Cycle next() const { return queue_.empty() ? kNoCycle : queue_.top().at; }
  IpEvent take() {
    const IpEvent event = queue_.top();
    queue_.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const IpEvent& a, const IpEvent& b) const {
      if (a.at != b.at) return a.at > b.at;
      if (a.kind != b.kind) return a.kind > b.kind;
      return a.place > b.place;
    }
  };
  std::priority_queue<IpEvent, std::vector<IpEvent>, Later> queue_;
};

}  // namespace tinsim
