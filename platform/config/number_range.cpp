// SPDX-License-Identifier: Apache-2.0
// Ranges in lists of integers.
#include "platform/config/number_range.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>

namespace tinsim {

std::optional<unsigned> decimal_number(std::string_view text) {
  unsigned value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

bool is_number_range(std::string_view text) { return text.find("..") != text.npos; }

std::string add_numbers(std::string_view range, std::vector<unsigned>& list) {
  const size_t dots = range.find("..");
  const size_t slash = range.find('/');
  const auto first = decimal_number(range.substr(0, dots));
  const auto last =
      decimal_number(range.substr(dots + 2, slash == range.npos ? slash : slash - dots - 2));
  const auto step =
      slash == range.npos ? std::optional(1u) : decimal_number(range.substr(slash + 1));
  if (!first || !last || !step) {
    return "is not a range; expected FIRST..LAST or FIRST..LAST/STEP, as 0..998/2";
  }
  if (*last < *first) return "ends before it begins; expected FIRST..LAST with LAST >= FIRST";
  if (*step == 0) return "has a step of 0; expected a step of at least 1";
  const uint64_t count = uint64_t{*last - *first} / *step + 1;
  if (list.size() + count > kMaxListNumbers) {
    return fmt::format("makes a list of {} numbers; expected at most {}", list.size() + count,
                       kMaxListNumbers);
  }
  for (uint64_t i = 0; i < count; ++i) list.push_back(static_cast<unsigned>(*first + i * *step));
  return "";
}

}  // namespace tinsim
