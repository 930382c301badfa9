// SPDX-License-Identifier: Apache-2.0
// A word of the 128-bit ExaNet bus as two halves, and the kinds of words in a packet.
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.h"

namespace tinsim {

/// Kinds as `kind` pins show them.
enum class ExanetKind : std::uint8_t { kHeader = 0, kPayload = 1, kFooter = 2 };

inline constexpr unsigned kExanetWordBytes = 16;
inline constexpr unsigned kExanetMaxBytes = 512;  ///< payload of a packet
inline constexpr unsigned kExanetMaxWords = kExanetMaxBytes / kExanetWordBytes;
inline constexpr unsigned kExanetVcs = 2;

struct ExanetWord {
  std::uint64_t low = 0, high = 0;

  bool bit(unsigned i) const { return (i < 64 ? low >> i : high >> (i - 64)) & 1; }
  void flip(unsigned i) { (i < 64 ? low : high) ^= std::uint64_t{1} << i % 64; }
  friend bool operator==(const ExanetWord& a, const ExanetWord& b) {
    return a.low == b.low && a.high == b.high;
  }
  friend bool operator!=(const ExanetWord& a, const ExanetWord& b) { return !(a == b); }
};

/// The word on a pin of N bits, which has no bits above N.
template <unsigned N>
Bits<N> to_bits(const ExanetWord& word) {
  static_assert(N > 96 && N <= 128);
  Bits<N> bits;
  bits.words() = {static_cast<std::uint32_t>(word.low), static_cast<std::uint32_t>(word.low >> 32),
                  static_cast<std::uint32_t>(word.high),
                  static_cast<std::uint32_t>(word.high >> 32)};
  return bits;
}
template <unsigned N>
ExanetWord to_word(const Bits<N>& bits) {
  static_assert(N > 96 && N <= 128);
  const auto& w = bits.words();
  return {w[0] | std::uint64_t{w[1]} << 32, w[2] | std::uint64_t{w[3]} << 32};
}

}  // namespace tinsim
