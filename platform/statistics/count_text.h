// SPDX-License-Identifier: Apache-2.0
// Counts as text, for tables and verdicts.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

namespace tinsim {

/// A blank at which no line is broken; ASCII's unit separator, which no text contains.
constexpr char kTie = '\x1f';

/// `1,234,567`.
std::string grouped(uint64_t n);

/// `name 12` for each plain counter that is not zero, with blanks for underscores.
template <class Counts, class Format>
std::string list_counts(const Counts& counts, Format&& format) {
  std::string text;
  Counts::walk(counts, [&](std::string name, const auto& count) {
    if constexpr (std::is_same_v<std::decay_t<decltype(count)>, uint64_t>) {
      if (count == 0) return;
      std::replace(name.begin(), name.end(), '_', kTie);
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, kTie, format(count));
    }
  });
  return text;
}

}  // namespace tinsim
