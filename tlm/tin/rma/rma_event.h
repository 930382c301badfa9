// SPDX-License-Identifier: Apache-2.0
// Events of a chip's 1RMA engine: queues in order of cycle, kind and place.
#pragma once

#include "tlm/pcie/growing_queue.h"
#include "tlm/tin/event_ring.h"
#include "tlm/tin/lookahead_queue.h"

namespace tinsim {

struct RmaEvent {
  enum Kind : uint8_t {
    kRegisters,    ///< registers have been written
    kCellIn,       ///< the last word of `cell`, a request or damaged, is at terminal port `place`
    kDataIn,       ///< `cell`, RESP, ACK or NACK of port `place`, has been decrypted
    kPullIn,       ///< `cell`, a PULL of port `place`, has been checked
    kChecked,      ///< the oldest taken request has been checked
    kInbound,      ///< the next queued request may be taken
    kCommand,      ///< the command of slot `place` has been checked
    kTimer,        ///< timeout of operation or server context `place`
    kSolicit,      ///< the scheduler of operations may give a grant
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

/// A decrypted data cell that does not end its operation.
struct RmaData {
  Cell cell;
  Cycle at = 0;
  uint32_t place = 0;  ///< its port
};

/// Ordered events, and independent ones: data cells, which only write to host memory. Of one cycle,
/// two events of one kind and place change nothing by their order.
class RmaEventLists {
 public:
  explicit RmaEventLists(std::pmr::memory_resource* memory) : ordered_(memory) {
    data_.use(memory);
  }

  void push(Cycle at, RmaEvent::Kind kind, uint32_t place, const Cell& cell = {}) {
    RmaEvent event;
    event.cell = cell;
    event.at = at;
    event.place = place & 0xffffffu;
    event.kind = kind;
    ordered_.push(event);
  }
  /// Data mostly arrive in the order of their cycles.
  void push_independent(Cycle at, uint32_t place, const Cell& cell) {
    RmaData& data = data_.insert(
        [&](const RmaData& o) { return o.at > at || (o.at == at && o.place > place); });
    data.cell = cell;
    data.at = at;
    data.place = place;
  }
  Cycle next() const { return std::min(next_ordered(), next_data()); }
  Cycle next_data() const { return data_.empty() ? kNoCycle : data_.front().at; }
  Cycle next_ordered() const { return ordered_.next(); }
  /// Whether the first event is a data cell. Precondition: there is an event.
  bool is_data_first() const {
    if (next_data() != next_ordered()) return next_data() < next_ordered();
    const RmaEvent& other = ordered_.first();
    return other.kind != RmaEvent::kDataIn ? other.kind > RmaEvent::kDataIn
                                           : data_.front().place < other.place;
  }
  /// Precondition: there is one. It stays in place until drop_data().
  const RmaData& first_data() const { return data_.front(); }
  void drop_data() { data_.pop_front(); }
  /// The first ordered event. Precondition: there is one.
  RmaEvent take() { return ordered_.take(); }
  /// Calls `visitor` with the data cells of the next `cycles` cycles.
  template <class Visitor>
  void visit_next_data(Cycle cycles, Visitor&& visitor) const {
    data_.visit([&, end = next_data() + cycles](const RmaData& data) {
      if (data.at >= end) return false;
      visitor(data.cell);
      return true;
    });
  }
  void prefetch() const {
    prefetch_lines(this, sizeof *this);
    ordered_.prefetch();
    data_.prefetch();
  }

 private:
  EventRing<RmaEvent, 128> ordered_;  ///< but for timers, all are of the next cycles
  GrowingQueue<RmaData> data_;
};

using RmaEvents = LookaheadQueue<RmaEventLists>;

}  // namespace tinsim
