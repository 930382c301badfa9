// SPDX-License-Identifier: Apache-2.0
// Cells and credits in flight to a chip: set-up and search.
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

Mailbox::Mailbox(unsigned ring_cycles, std::pmr::memory_resource* dense,
                 std::pmr::memory_resource* memory, CellPool* cells)
    : mask_(ring_size(ring_cycles) - 1),
      cells_(cells),
      due_(mask_ + 1, memory),
      credit_nodes_(dense),
      active_((mask_ + 1) / 64, dense),
      credit_cycles_((mask_ + 1) / 64, dense),
      own_cells_(cells == nullptr ? std::make_unique<CellPool>(dense) : nullptr) {
  if (cells_ == nullptr) cells_ = own_cells_.get();
  grow_credits();
}

void Mailbox::grow_credits() {
  const auto old = static_cast<uint32_t>(credit_nodes_.size());
  const uint32_t size = old == 0 ? kCreditsAtFirst : old * 2;
  credit_nodes_.resize(size);
  for (uint32_t i = size; i-- > std::max(old, kNil + 1);) {
    credit_nodes_[i].next = free_credit_;
    free_credit_ = i;
  }
}

Cycle Mailbox::first_credit_from(Cycle from) const {
  for (std::size_t words = credit_cycles_.size() + 1; words != 0; --words) {
    const uint32_t slot = from & mask_;
    const uint64_t word = credit_cycles_[slot >> 6] >> (slot & 63);
    if (word != 0) return from + static_cast<Cycle>(__builtin_ctzll(word));
    from = (from | 63) + 1;
  }
  return kNoCycle;
}

}  // namespace tinsim
