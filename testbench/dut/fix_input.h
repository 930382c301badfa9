// SPDX-License-Identifier: Apache-2.0
// The argument FIX of tinsim_add_dut().
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "rtl_models/common/bits.h"

namespace tinsim {

/// `[high:low]` of an array, or of the bits of an element.
struct FixRange {
  unsigned high, low;
};

namespace detail {
inline void fix_bit(bool& field, unsigned, bool value) { field = value; }
template <unsigned N>
void fix_bit(Bits<N>& field, unsigned bit, bool value) {
  if constexpr (N > 64) {
    field.set_bit(bit, value);
  } else {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    field = value ? field | mask : field & ~mask;
  }
}

template <class T>
void fix_slice(T& field, const FixRange* range, const FixRange* end, std::uint64_t value) {
  const FixRange bits = range == end ? FixRange{kWidth<T> - 1, 0} : *range;
  for (unsigned bit = bits.low; bit <= bits.high; ++bit)
    fix_bit(field, bit, bit - bits.low < 64 && (value >> (bit - bits.low) & 1));
}
template <class T, std::size_t N>
void fix_slice(std::array<T, N>& field, const FixRange* range, const FixRange* end,
               std::uint64_t value) {
  const bool is_whole = range == end;
  const FixRange elements = is_whole ? FixRange{N - 1, 0} : *range;
  for (unsigned n = elements.low; n <= elements.high; ++n)
    fix_slice(field[n], is_whole ? end : range + 1, end, value);
}
}  // namespace detail

/// Gives a field, or each element of an array, one value; with `slice`, one range per index, only
/// these elements or bits.
template <class T>
void fix_input(T& field, std::initializer_list<FixRange> slice, std::uint64_t value) {
  detail::fix_slice(field, slice.begin(), slice.end(), value);
}

}  // namespace tinsim
