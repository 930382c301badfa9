// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a chip's 1RMA engine: a queue in order of time, then of kind and
// place.
#pragma once

#include "tlm/pcie/growing_queue.h"
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

/// A cell that has been decrypted, with which no operation ends.
struct RmaData {
  Cell cell;
  Cycle at = 0;
  uint32_t place = 0;  ///< its port
};

/// Of one cycle, two events of one kind and place change nothing by their order.
class RmaEvents {
 public:
  explicit RmaEvents(std::pmr::memory_resource* memory) : soon_(memory) { data_.use(memory); }

  void push(Cycle at, RmaEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    RmaEvent event;
    event.cell = cell;
    event.at = at;
    event.place = place & 0xffffffu;
    event.kind = kind;
    soon_.push(event);
  }
  /// Data mostly come in the order in which they have their effect.
  void push_data(Cycle at, uint32_t place, const Cell& cell) {
    RmaData& data = data_.insert(
        [&](const RmaData& o) { return o.at > at || (o.at == at && o.place > place); });
    data.cell = cell;
    data.at = at;
    data.place = place;
  }
  Cycle next() const { return std::min(soon_.next(), next_data()); }
  Cycle next_data() const { return data_.empty() ? kNoCycle : data_.front().at; }
  Cycle next_of_push() const { return soon_.next(); }  ///< of those of push()
  /// The first is one of push_data(). Precondition: there is an event.
  bool is_data_first() const {
    if (next_data() != soon_.next()) return next_data() < soon_.next();
    const RmaEvent& other = soon_.first();
    return other.kind != RmaEvent::kDataIn ? other.kind > RmaEvent::kDataIn
                                           : data_.front().place < other.place;
  }
  /// Precondition: next_data() is a cycle. It stays where it is until it is dropped.
  const RmaData& first_data() const { return data_.front(); }
  void drop_data() { data_.pop_front(); }
  RmaData take_data() {
    const RmaData data = data_.front();
    data_.pop_front();
    return data;
  }
  RmaEvent take() { return soon_.take(); }
  /// Calls `see` with the cells of push_data() of the next `cycles` cycles.
  template <class See>
  void visit_next_data(Cycle cycles, See&& see) const {
    data_.visit([&, end = next_data() + cycles](const RmaData& data) {
      if (data.at >= end) return false;
      see(data.cell);
      return true;
    });
  }
  void prefetch() const {
    prefetch_lines(this, sizeof *this);
    soon_.prefetch();
    data_.prefetch();
  }

 private:
  EventRing<RmaEvent, 128> soon_;  ///< but for timers, all are of the next cycles
  GrowingQueue<RmaData> data_;
};

}  // namespace tinsim
