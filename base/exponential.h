// SPDX-License-Identifier: Apache-2.0
// Exponential and geometric variates in integer arithmetic, equal on every machine.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// Unsigned fixed point with 32 fractional bits.
using Q32 = uint64_t;
constexpr Q32 kOneQ32 = Q32{1} << 32;

/// ln(1 + i/256), i = 0..256, in Q32.
extern const std::array<uint32_t, 257> kLogTable;

/// -ln(u) for u = (random + 1/2) / 2^32: a standard exponential variate, 0 < result < 22.9, within
/// 2e-6 (table interpolation: (1/256)^2 / 8).
inline Q32 exponential(uint32_t random) {
  constexpr uint64_t kLn2 = 2977044472;           // ln 2 in Q32
  const uint64_t odd = 2 * uint64_t{random} + 1;  // u = odd / 2^33
  const int zeros = __builtin_clzll(odd);         // 31 (u near 1) .. 63
  const uint64_t mantissa = odd << zeros;         // [1, 2) with the leading one in bit 63
  const unsigned slot = mantissa >> 55 & 0xff;
  const uint64_t fraction = mantissa >> 23 & 0xffffffff;
  const uint64_t low = kLogTable[slot];
  const uint64_t log = low + ((kLogTable[slot + 1] - low) * fraction >> 32);
  return static_cast<uint64_t>(zeros - 30) * kLn2 - log;
}

}  // namespace tinsim
