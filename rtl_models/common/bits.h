// SPDX-License-Identifier: Apache-2.0
// Bits<N>: an N-bit unsigned value; the width of a field is its type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <type_traits>

namespace tinsim {

namespace detail {
template <unsigned N>
using SmallestUint = std::conditional_t<
    (N <= 8), std::uint8_t,
    std::conditional_t<(N <= 16), std::uint16_t,
                       std::conditional_t<(N <= 32), std::uint32_t, std::uint64_t>>>;
}  // namespace detail

template <unsigned N, bool kWide = (N > 64)>
class Bits;

/// Up to 64 bits: converts from and to integers freely; construction keeps the low N bits, so
/// `Bits<12>(a - b)` is arithmetic modulo 4096, as in hardware.
template <unsigned N>
class Bits<N, false> {
  static_assert(N >= 1);

 public:
  static constexpr std::uint64_t kMask = ~std::uint64_t{0} >> (64 - N);

  constexpr Bits() = default;
  constexpr Bits(std::uint64_t value)  // NOLINT: implicit on purpose, see above
      : value_(static_cast<detail::SmallestUint<N>>(value & kMask)) {}
  constexpr operator std::uint64_t() const { return value_; }  // NOLINT

 private:
  detail::SmallestUint<N> value_ = 0;
};

/// More than 64 bits: 32-bit words, least significant first (the layout of Verilator's wide ports
/// and of svBitVecVal). No arithmetic. Bits above N must stay zero; `unpack` keeps them so.
template <unsigned N>
class Bits<N, true> {
 public:
  static constexpr std::size_t kWords = (N + 31) / 32;

  bool bit(unsigned i) const { return words_[i / 32] >> (i % 32) & 1; }
  void set_bit(unsigned i, bool value) {
    const std::uint32_t mask = std::uint32_t{1} << (i % 32);
    words_[i / 32] = value ? words_[i / 32] | mask : words_[i / 32] & ~mask;
  }
  const std::array<std::uint32_t, kWords>& words() const { return words_; }
  std::array<std::uint32_t, kWords>& words() { return words_; }

  friend bool operator==(const Bits& a, const Bits& b) { return a.words_ == b.words_; }
  friend bool operator!=(const Bits& a, const Bits& b) { return !(a == b); }

 private:
  std::array<std::uint32_t, kWords> words_{};
};

/// Number of bits of a field: bool, Bits<N>, or a packed array of these.
template <class T>
struct WidthOf;
template <>
struct WidthOf<bool> : std::integral_constant<unsigned, 1> {};
template <unsigned N>
struct WidthOf<Bits<N>> : std::integral_constant<unsigned, N> {};
template <class T, std::size_t N>
struct WidthOf<std::array<T, N>> : std::integral_constant<unsigned, N * WidthOf<T>::value> {};
template <class T>
inline constexpr unsigned kWidth = WidthOf<std::decay_t<T>>::value;

template <unsigned N>
std::ostream& operator<<(std::ostream& os, const Bits<N>& bits) {
  if constexpr (N <= 64) {
    return os << std::uint64_t{bits};
  } else {
    for (unsigned i = N; i-- > 0;) os << bits.bit(i);
    return os;
  }
}

}  // namespace tinsim

template <unsigned N>
struct std::hash<tinsim::Bits<N>> {
  std::size_t operator()(const tinsim::Bits<N>& bits) const noexcept {
    if constexpr (N <= 64) {
      return std::hash<std::uint64_t>{}(bits);
    } else {
      std::size_t h = 0;
      for (std::uint32_t word : bits.words()) h = h * 1000003 + word;
      return h;
    }
  }
};
