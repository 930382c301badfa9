// SPDX-License-Identifier: Apache-2.0
// The queue of events: a ring of the next cycles, and a heap.
#include "tlm/tin/ip/ip_event.h"

#include <algorithm>

namespace tinsim {

void IpEvents::push(Cycle at, IpEvent::Kind kind, uint32_t place, const Cell& cell) {
  IpEvent event;
  event.cell = cell;
  event.at = at;
  event.place = place & 0xffffffu;
  event.kind = kind;
  next_ = std::min(next_, at);
  if (at - base_ >= kRing) return far_.push(event);
  const uint16_t index = allocate();
  nodes_[index].event = event;
  uint16_t* link = &heads_[at % kRing];
  while (*link != kNil && nodes_[*link].event.is_before(event)) link = &nodes_[*link].next;
  nodes_[index].next = *link;
  *link = index;
  cycles_[at % kRing / 64] |= uint64_t{1} << at % 64;
}

uint16_t IpEvents::allocate() {
  if (free_ == kNil) {
    nodes_.emplace_back();
    return static_cast<uint16_t>(nodes_.size() - 1);
  }
  const uint16_t index = free_;
  free_ = nodes_[index].next;
  return index;
}

IpEvent IpEvents::take() {
  base_ = next_;
  const uint16_t first = heads_[next_ % kRing];
  const bool in_ring = first != kNil && nodes_[first].event.at == next_;
  IpEvent event;
  if (!in_ring || (!far_.empty() && far_.top().is_before(nodes_[first].event))) {
    event = far_.top();
    far_.pop();
  } else {
    event = nodes_[first].event;
    uint16_t& head = heads_[next_ % kRing];
    head = nodes_[first].next;
    nodes_[first].next = free_;
    free_ = first;
    if (head != kNil) return event;
    cycles_[next_ % kRing / 64] &= ~(uint64_t{1} << next_ % 64);
  }
  next_ = first_in_ring();
  if (!far_.empty()) next_ = std::min(next_, far_.top().at);
  return event;
}

/// The first cycle of the ring with an event, from base_ on.
Cycle IpEvents::first_in_ring() const {
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

}  // namespace tinsim
