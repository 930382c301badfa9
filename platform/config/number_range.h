// SPDX-License-Identifier: Apache-2.0
// Ranges in lists of integers: `0..998/2` stands for 0, 2, 4 to 998.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tinsim {

/// More numbers than a list has hosts, chips or weights are a slip.
constexpr unsigned kMaxListNumbers = 65'536;

/// A whole text that is a decimal number.
std::optional<unsigned> decimal_number(std::string_view text);

/// Whether a scalar is meant as a range: two dots in it.
bool is_number_range(std::string_view text);

/// Appends the numbers of `FIRST..LAST` or `FIRST..LAST/STEP` to the list. Returns what is wrong
/// with the range, `…; expected …`; empty when nothing is.
std::string add_numbers(std::string_view range, std::vector<unsigned>& list);

}  // namespace tinsim
