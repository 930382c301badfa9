// SPDX-License-Identifier: Apache-2.0
// The argument FIX of tinsim_add_dut().
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// Gives a field, or each element of an array, one value.
template <class T>
void fix_input(T& field, std::uint64_t value) {
  field = value;
}
inline void fix_input(bool& field, std::uint64_t value) { field = value != 0; }
template <class T, std::size_t N>
void fix_input(std::array<T, N>& field, std::uint64_t value) {
  for (T& element : field) fix_input(element, value);
}

}  // namespace tinsim
