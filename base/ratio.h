// SPDX-License-Identifier: Apache-2.0
// A ratio of small whole numbers, in lowest terms.
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>

namespace tinsim {

struct Ratio {
  constexpr Ratio() = default;
  constexpr Ratio(unsigned whole) : num(whole) {}  // NOLINT: a whole number is a ratio
  /// Precondition: `denominator` is not 0.
  constexpr Ratio(unsigned numerator, unsigned denominator)
      : num(numerator / std::gcd(numerator, denominator)),
        den(denominator / std::gcd(numerator, denominator)) {}

  constexpr double value() const { return static_cast<double>(num) / den; }
  /// n divided by the ratio, rounded up.
  constexpr unsigned divide_up(unsigned n) const { return (n * den + num - 1) / num; }
  constexpr bool operator==(const Ratio& o) const { return num == o.num && den == o.den; }
  constexpr bool operator!=(const Ratio& o) const { return !(*this == o); }

  unsigned num = 1;
  unsigned den = 1;
};

constexpr unsigned rounded_up(const Ratio& ratio) {
  return (ratio.num + ratio.den - 1) / ratio.den;
}

/// The largest numerator and denominator that a text may have.
constexpr unsigned kMaxRatioTerm = 1000;

/// `3/2`, or `2` for a whole number.
std::string text_of(const Ratio& ratio);
/// The value of `3/2`, `1.5` or `2`; nothing for any other text, and for terms above kMaxRatioTerm.
std::optional<Ratio> parse_ratio(const std::string& text);

}  // namespace tinsim
