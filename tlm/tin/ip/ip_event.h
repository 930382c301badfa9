// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a chip's IP path: a queue in order of time, and of place within a
// cycle.
#pragma once

#include <array>
#include <memory_resource>
#include <queue>
#include <vector>

#include "tlm/gnet/cell.h"
#include "tlm/tin/cell_switch/prefetch.h"

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
/// of the pushes. Those of the next cycles are in a ring, a list for each cycle; the few that are
/// further away in a heap.
class IpEvents {
 public:
  explicit IpEvents(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(memory) {
    heads_.fill(kNil);
  }

  /// `at` is not before the event that was taken last.
  void push(Cycle at, IpEvent::Kind kind, uint32_t place, const Cell& cell = {});
  Cycle next() const { return next_; }
  /// Precondition: next() is not kNoCycle.
  IpEvent take();
  /// Fetches what is not in the object itself.
  void prefetch() const { prefetch_lines(nodes_.data(), nodes_.size() * sizeof(Node)); }

 private:
  static constexpr unsigned kRing = 512, kWords = kRing / 64;
  static constexpr uint16_t kNil = 0xffff;
  struct Node {
    IpEvent event;
    uint16_t next = kNil;
  };
  struct Later {
    bool operator()(const IpEvent& a, const IpEvent& b) const { return b.is_before(a); }
  };

  uint16_t allocate();
  Cycle first_in_ring() const;

  Cycle next_ = kNoCycle;
  Cycle base_ = 0;  ///< no event is before this one, those of the ring within kRing cycles of it
  uint16_t free_ = kNil;
  std::array<uint64_t, kWords> cycles_{};  ///< bit per cycle of the ring with events
  std::pmr::vector<Node> nodes_;
  std::array<uint16_t, kRing> heads_;  ///< by cycle, in order
  std::priority_queue<IpEvent, std::vector<IpEvent>, Later> far_;
};

}  // namespace tinsim
