// SPDX-License-Identifier: Apache-2.0
// What has been sent to a chip and is still on its way: set-up and search.
#include "tlm/tin/cell_switch/mailbox.h"

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
      active_((mask_ + 1) / 64),
      credit_cycles_((mask_ + 1) / 64),
      cells_due_(mask_ + 1),
      credits_due_(mask_ + 1) {}

void Mailbox::grow(CreditQueue& q) {
  std::vector<Credit> bigger(q.slots.empty() ? 8 : q.slots.size() * 2);
  const uint32_t mask = static_cast<uint32_t>(bigger.size()) - 1;
  for (uint32_t i = q.head; i != q.tail; ++i) bigger[i & mask] = q.slots[i & q.mask];
  q.slots.swap(bigger);
  q.mask = mask;
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
