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
  explicit RmaEvents(std::pmr::memory_resource* memory) : soon_(memory), data_(memory) {}

  void push(Cycle at, RmaEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    soon_.push(make(at, kind, place, cell));
  }
  /// kDataIn of a cell with which no operation ends.
  void push_data(Cycle at, uint32_t place, const Cell& cell) {
    data_.push(make(at, RmaEvent::kDataIn, place, cell));
  }
  Cycle next() const { return std::min(soon_.next(), data_.next()); }
  Cycle next_data() const { return data_.next(); }     ///< of those of push_data()
  Cycle next_of_push() const { return soon_.next(); }  ///< … of the others
  RmaEvent take() {
    const bool data = data_.next() < soon_.next() ||
                      (data_.next() == soon_.next() && data_.first().is_before(soon_.first()));
    return data ? data_.take() : soon_.take();
  }
  /// Calls `see` with those of push_data() in the next `cycles` cycles.
  template <class See>
  void visit_next_data(Cycle cycles, See&& see) const {
    data_.visit_next(cycles, see);
  }
  void prefetch() const {
    prefetch_lines(this, sizeof *this);
    soon_.prefetch();
    data_.prefetch();
  }

 private:
  static RmaEvent make(Cycle at, RmaEvent::Kind kind, uint32_t place, const Cell& cell) {
    RmaEvent event;
    event.cell = cell;
    event.at = at;
    event.place = place & 0xffffffu;
    event.kind = kind;
    return event;
  }

  EventRing<RmaEvent> soon_;
  EventRing<RmaEvent, 128> data_;
};

}  // namespace tinsim
