// SPDX-License-Identifier: Apache-2.0
// Packets leave in order within their flow: what may leave, and what leaves first.
#include "rtl_models/parts/reorder.h"

namespace tinsim {

unsigned ReorderBooks::push(std::uint32_t flow, std::uint16_t tag) {
  const unsigned entry = next_entry();
  std::uint64_t in_way = 0;
  for (std::uint64_t left = taken_; left != 0; left &= left - 1)
    if (entries_[lowest(left)].flow == flow) in_way |= left & -left;
  entries_[entry] = {flow, tag, taken_, in_way};
  taken_ |= bit(entry);
  return entry;
}

void ReorderBooks::free(unsigned entry) {
  taken_ &= ~bit(entry);
  complete_ &= ~bit(entry);
  for (std::uint64_t left = taken_; left != 0; left &= left - 1) {
    Entry& other = entries_[lowest(left)];
    other.older &= ~bit(entry);
    other.in_way &= ~bit(entry);
  }
}

unsigned ReorderBooks::offered() const {
  std::uint64_t may_leave = 0;
  for (std::uint64_t left = complete_; left != 0; left &= left - 1)
    if (entries_[lowest(left)].in_way == 0) may_leave |= left & -left;
  for (std::uint64_t left = may_leave; left != 0; left &= left - 1)
    if ((entries_[lowest(left)].older & may_leave) == 0) return lowest(left);
  return kNone;
}

}  // namespace tinsim
