// SPDX-License-Identifier: Apache-2.0
// Exceptions of one ARMv6-M core: which of them is taken.
#include "tlm/tin/ecp/exceptions.h"

#include <algorithm>

namespace tinsim {

int Exceptions::priority_of(unsigned number) const {
  if (number == kNmi) return -2;
  return number == kHardFault ? -1 : priorities_[number];
}

int Exceptions::execution_priority(bool primask) const {
  int priority = primask ? 0 : kNoPriority;
  for (uint64_t left = active_; left != 0; left &= left - 1) {
    priority = std::min(priority, priority_of(static_cast<unsigned>(__builtin_ctzll(left))));
  }
  return priority;
}

/// Among equals the lowest number is taken.
unsigned Exceptions::highest_above(int priority) const {
  unsigned highest = 0;
  for (uint64_t left = pending_ & enabled_; left != 0; left &= left - 1) {
    const auto number = static_cast<unsigned>(__builtin_ctzll(left));
    if (priority_of(number) >= priority) continue;
    priority = priority_of(number);
    highest = number;
  }
  return highest;
}

}  // namespace tinsim
