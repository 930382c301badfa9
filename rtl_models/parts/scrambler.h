// SPDX-License-Identifier: Apache-2.0
// Self-synchronous scrambler and descrambler 1 + x^39 + x^58 (IEEE 802.3 clause 49.2.6).
#pragma once

#include <cstdint>

namespace tinsim {

/// The last 58 bits on the line, bit 57 the latest; ones before the first.
struct ScramblerState {
  std::uint64_t line = (std::uint64_t{1} << 58) - 1;
};

/// 64 payload bits at once, bit 0 first: s[n] = d[n] xor s[n-39] xor s[n-58].
std::uint64_t scramble(ScramblerState& state, std::uint64_t payload);

/// d[n] = s[n] xor s[n-39] xor s[n-58]. Correct after 58 bits from any scrambler, for any initial
/// state.
std::uint64_t descramble(ScramblerState& state, std::uint64_t line);

}  // namespace tinsim
