// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a chip's 1RMA engine: a queue in order of time, then of kind and
// place.
#pragma once

#include "tlm/tin/event_ring.h"

namespace tinsim {

struct RmaEvent {
  enum Kind : uint8_t {
    kCellIn,       ///< the last word of `cell`, a request or damaged, is at terminal port `place`
    kDataIn,       ///< `cell`, RESP, ACK or NACK of port `place`, has been decrypted
    kPullIn,       ///< `cell`, a PULL of port `place`, has been checked
    kJudged,       ///< the oldest request that was taken has been checked
    kInbound,      ///< the next request may be taken
    kCommand,      ///< the command of slot `place` has been checked
    kTimer,        ///< operation or server context `place` may have timed out
    kSolicit,      ///< the window of operations is looked at
    kPullSolicit,  ///< … and that of PULLs
  };

  Cell cell;
  Cycle at = 0;
  uint32_t place : 24;
  uint32_t kind : 8;

  bool is_before(const RmaEvent& o) const {
    if (at != o.at) return at < o.at;
    return kind != o.kind ? kind < o.kind : place < o.place;
  }
};

/// Of one cycle, two events of one kind and place change nothing by their order.
class RmaEvents {
 public:
  explicit RmaEvents(std::pmr::memory_resource* memory) : ring_(memory) {}

  void push(Cycle at, RmaEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    RmaEvent event;
    event.cell = cell;
    event.at = at;
    event.place = place & 0xffffffu;
    event.kind = kind;
    ring_.push(event);
  }
  Cycle next() const { return ring_.next(); }
  RmaEvent take() { return ring_.take(); }
  /// Calls `see` with those of the next `cycles` cycles that are in the ring.
  template <class See>
  void visit_next(Cycle cycles, See&& see) const {
    ring_.visit_next(cycles, see);
  }
  void prefetch() const {
    prefetch_lines(&ring_, sizeof ring_);
    ring_.prefetch();
  }

 private:
  EventRing<RmaEvent> ring_;
};

}  // namespace tinsim
