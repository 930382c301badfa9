// SPDX-License-Identifier: Apache-2.0
// Round-robin choice on a 64-bit mask.
#pragma once

#include <cstdint>

namespace tinsim {

/// Number of the first set bit of `mask` at or after bit `from`, cyclically. `mask` must not be
/// zero, `from` is below 64. Cyclic modulo N for any N above the highest set bit.
inline unsigned pick_round_robin(std::uint64_t mask, unsigned from) {
  const std::uint64_t at_or_after = mask & (~std::uint64_t{0} << from);
  return static_cast<unsigned>(__builtin_ctzll(at_or_after ? at_or_after : mask));
}

/// (n + 1) modulo `size`, for n below `size`.
constexpr unsigned next_cyclic(unsigned n, unsigned size) { return n + 1 == size ? 0 : n + 1; }

}  // namespace tinsim
