// SPDX-License-Identifier: Apache-2.0
// Credit arithmetic: absolute word counts modulo 4096, compared in the half range.
#pragma once

#include <cstdint>

namespace tinsim {

inline constexpr unsigned kCreditModulus = 4096;
inline constexpr unsigned kCreditHalfRange = kCreditModulus / 2;

/// (a - b) modulo 4096.
constexpr unsigned credit_distance(unsigned a, unsigned b) { return (a - b) % kCreditModulus; }

/// Words that may be sent: limit - sent, or 0 if sent is ahead of limit.
constexpr unsigned credit_available(unsigned limit, unsigned sent) {
  const unsigned distance = credit_distance(limit, sent);
  return distance < kCreditHalfRange ? distance : 0;
}

/// A received limit counts iff it is not older than the one held.
constexpr bool credit_accepts(unsigned limit, unsigned received) {
  return credit_distance(received, limit) < kCreditHalfRange;
}

}  // namespace tinsim
