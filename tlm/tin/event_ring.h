// SPDX-License-Identifier: Apache-2.0
// Event queue of a part of a chip, in order of cycle, and of place within a cycle.
#pragma once

#include <algorithm>
#include <array>
#include <memory_resource>
#include <queue>
#include <vector>

#include "base/prefetch.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// `Event` has `at`, its cycle, and is_before(other), an order by cycle first. Equal events have no
/// defined order. Events of the next cycles are in a ring, with a list for each cycle; the few that
/// are `kRing` cycles away or more in a heap.
template <class Event, unsigned kRing = 512>
class EventRing {
 public:
  explicit EventRing(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : nodes_(memory) {
    heads_.fill(kNil);
  }

  /// `event` is not before the last one taken.
  void push(const Event& event) {
    insert(event.at, [&event](Event& place) { place = event; });
  }
  /// The same for an event of cycle `at` that `fill` writes in place: a copy just after the stores
  /// of its parts would stall on them.
  template <class Fill>
  void insert(Cycle at, Fill&& fill) {
    next_ = std::min(next_, at);
    if (at - base_ >= kRing) {
      far_next_ = std::min(far_next_, at);
      Event event;
      fill(event);
      return far_.push(event);
    }
    const uint16_t index = allocate();
    Node& node = nodes_[index];
    fill(node.event);
    uint16_t* link = &heads_[at % kRing];
    while (*link != kNil && nodes_[*link].event.is_before(node.event)) link = &nodes_[*link].next;
    node.next = *link;
    *link = index;
    cycles_[at % kRing / 64] |= uint64_t{1} << at % 64;
  }
  /// Cycle of the first event; kNoCycle if there is none.
  Cycle next() const { return next_; }
  /// The event that take() returns next. Precondition: there is an event.
  const Event& first() const {
    const uint16_t index = heads_[next_ % kRing];
    const bool in_ring = index != kNil && nodes_[index].event.at == next_;
    if (!in_ring) return far_.top();
    const Event& event = nodes_[index].event;
    return far_next_ == next_ && far_.top().is_before(event) ? far_.top() : event;
  }
  /// Precondition: there is an event.
  Event take() {
    base_ = next_;
    const unsigned place = next_ % kRing;
    const uint16_t first = heads_[place];
    const bool in_ring = first != kNil && nodes_[first].event.at == next_;
    if (!in_ring || (far_next_ == next_ && far_.top().is_before(nodes_[first].event))) {
      const Event event = far_.top();
      far_.pop();
      far_next_ = far_.empty() ? kNoCycle : far_.top().at;
      find_next();
      return event;
    }
    heads_[place] = nodes_[first].next;
    nodes_[first].next = free_;
    free_ = first;
    if (heads_[place] == kNil) {
      cycles_[place / 64] &= ~(uint64_t{1} << next_ % 64);
      find_next();
    }
    return nodes_[first].event;
  }
  /// Prefetches the events, which are not in the object itself.
  void prefetch() const { prefetch_lines(nodes_.data(), nodes_.size() * sizeof(Node)); }

 private:
  static constexpr unsigned kWords = kRing / 64;
  static_assert(kRing % 64 == 0 && (kRing & (kRing - 1)) == 0);
  static constexpr uint16_t kNil = 0xffff;
  struct Node {
    Event event;
    uint16_t next = kNil;
  };
  struct Later {
    bool operator()(const Event& a, const Event& b) const { return b.is_before(a); }
  };

  uint16_t allocate() {
    if (free_ == kNil) {
      nodes_.emplace_back();
      return static_cast<uint16_t>(nodes_.size() - 1);
    }
    const uint16_t index = free_;
    free_ = nodes_[index].next;
    return index;
  }

  void find_next() { next_ = std::min(first_in_ring(), far_next_); }

  /// The first cycle of the ring with an event, from base_ on.
  Cycle first_in_ring() const {
    const unsigned from = base_ % kRing;
    uint64_t word = cycles_[from / 64] & ~uint64_t{0} << from % 64;
    for (unsigned i = 0; i <= kWords; ++i) {
      if (i == kWords) word &= ~(~uint64_t{0} << from % 64);
      if (word != 0) {
        const unsigned place =
            (from / 64 + i) % kWords * 64 + static_cast<unsigned>(__builtin_ctzll(word));
        return base_ + (place - from) % kRing;
      }
      word = cycles_[(from / 64 + i + 1) % kWords];
    }
    return kNoCycle;
  }

  Cycle next_ = kNoCycle;
  Cycle base_ = 0;  ///< no event is before it; those of the ring are within kRing cycles of it
  Cycle far_next_ = kNoCycle;  ///< cycle of the first event in the heap
  uint16_t free_ = kNil;
  std::array<uint64_t, kWords> cycles_{};  ///< bit per cycle of the ring with events
  std::pmr::vector<Node> nodes_;
  std::array<uint16_t, kRing> heads_;  ///< by cycle, in order
  std::priority_queue<Event, std::vector<Event>, Later> far_;
};

}  // namespace tinsim
