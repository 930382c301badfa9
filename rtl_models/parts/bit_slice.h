// SPDX-License-Identifier: Apache-2.0
// A field of a 64-bit word: where it begins and how wide it is.
#pragma once

#include <cstdint>

namespace tinsim {

struct BitSlice {
  unsigned low, width;  ///< width 1..63

  constexpr std::uint64_t mask() const { return (std::uint64_t{1} << width) - 1; }
  /// The field of `word`.
  constexpr std::uint64_t of(std::uint64_t word) const { return word >> low & mask(); }
  /// `value`, cut to the width, in its place; all other bits zero.
  constexpr std::uint64_t with(std::uint64_t value) const { return (value & mask()) << low; }
};

}  // namespace tinsim
