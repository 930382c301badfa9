// SPDX-License-Identifier: Apache-2.0
// What has been sent to a chip and is still on its way: set-up and search.
#include "tlm/tin/cell_switch/mailbox.h"

#include <algorithm>

namespace tinsim {

namespace {
uint32_t ring_size(unsigned cycles) {
  uint32_t size = 64;
  while (size < cycles) size *= 2;
  return size;
}
}  // namespace

Mailbox::Mailbox(unsigned ring_cycles)
    : mask_(ring_size(ring_cycles) - 1),
      cells_(mask_ + 1, kNil),
      credits_(mask_ + 1, kNil),
      active_((mask_ + 1) / 64),
      credit_cycles_((mask_ + 1) / 64) {}

void Mailbox::grow_credits() {
  const auto old = static_cast<uint32_t>(credit_nodes_.size());
  const uint32_t size = old == 0 ? 64 : old * 2;
  credit_nodes_.resize(size);
  for (uint32_t i = size; i-- > std::max(old, kNil + 1);) {
    credit_nodes_[i].next = free_credit_;
    free_credit_ = i;
  }
}

Cycle Mailbox::next_active(Cycle from, Cycle to, bool with_credits) const {
  while (from < to) {
    const uint32_t slot = from & mask_;
    uint64_t word = active_[slot >> 6];
    if (with_credits) word |= credit_cycles_[slot >> 6];
    word >>= slot & 63;
    if (word != 0) {
      const Cycle at = from + static_cast<Cycle>(__builtin_ctzll(word));
      return at < to ? at : to;
    }
    from = (from | 63) + 1;
  }
  return to;
}

}  // namespace tinsim
