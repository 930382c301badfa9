// SPDX-License-Identifier: Apache-2.0
// A ratio of small whole numbers: its text.
#include "base/ratio.h"

#include <charconv>

namespace tinsim {

namespace {

/// The whole number that is all of a text.
std::optional<unsigned> parse_whole(const std::string& text) {
  unsigned value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end || value > kMaxRatioTerm) return {};
  return value;
}

}  // namespace

std::string text_of(const Ratio& ratio) {
  const std::string num = std::to_string(ratio.num);
  return ratio.den == 1 ? num : num + "/" + std::to_string(ratio.den);
}

std::optional<Ratio> parse_ratio(const std::string& text) {
  const std::size_t slash = text.find('/'), point = text.find('.');
  if (slash != std::string::npos) {
    const auto num = parse_whole(text.substr(0, slash)), den = parse_whole(text.substr(slash + 1));
    if (!num || !den || *den == 0) return {};
    return Ratio(*num, *den);
  }
  const auto whole = parse_whole(text.substr(0, point));
  if (point == std::string::npos || !whole)
    return whole ? std::optional<Ratio>(*whole) : std::nullopt;
  const std::string decimals = text.substr(point + 1);
  const auto part = parse_whole(decimals);
  constexpr std::size_t kMostDecimals = 3;
  if (!part || decimals.size() > kMostDecimals) return {};
  unsigned scale = 1;
  for (std::size_t i = 0; i < decimals.size(); ++i) scale *= 10;
  return Ratio(*whole * scale + *part, scale);
}

}  // namespace tinsim
