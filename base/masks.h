// SPDX-License-Identifier: Apache-2.0
// Masks of ports or VCs.
#pragma once

#include <cstdint>

namespace tinsim {

constexpr uint64_t bit(unsigned n) { return 1ull << n; }
/// Number of the lowest bit set in `mask`, which is not zero.
inline unsigned lowest(uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }

}  // namespace tinsim
