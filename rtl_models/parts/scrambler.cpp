// SPDX-License-Identifier: Apache-2.0
// Self-synchronous scrambler and descrambler 1 + x^39 + x^58 (IEEE 802.3 clause 49.2.6).
#include "rtl_models/parts/scrambler.h"

namespace tinsim {
namespace {

constexpr unsigned kNearTap = 39, kFarTap = 58;

/// Values of the taps before the first of the 64 bits: bit n is s[n-39] xor s[n-58], as far as
/// these indices are negative.
std::uint64_t taps_of_past(const ScramblerState& state) {
  return state.line ^ state.line >> (kFarTap - kNearTap);
}

/// Values of the taps among the 64 bits themselves.
std::uint64_t taps_of(std::uint64_t line) { return line << kNearTap ^ line << kFarTap; }

void follow(ScramblerState& state, std::uint64_t line) { state.line = line >> (64 - kFarTap); }

}  // namespace

std::uint64_t scramble(ScramblerState& state, std::uint64_t payload) {
  // Bits 0..38 depend on the past alone; later taps use bits 0..24 only, so one pass is enough.
  std::uint64_t line = payload ^ taps_of_past(state);
  line ^= taps_of(line);
  follow(state, line);
  return line;
}

std::uint64_t descramble(ScramblerState& state, std::uint64_t line) {
  const std::uint64_t payload = line ^ taps_of_past(state) ^ taps_of(line);
  follow(state, line);
  return payload;
}

}  // namespace tinsim
