// SPDX-License-Identifier: Apache-2.0
// Sets of ports of a switch that may have more than 64.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// A set of ports 0 to 255, as four masks of 64 bits. It has the operators of such a mask, so that
/// code for either reads the same. A mask of 64 bits is a set of the ports 0 to 63.
class PortSet {
 public:
  static constexpr unsigned kPorts = 256;

  constexpr PortSet() = default;
  constexpr PortSet(std::uint64_t first) : words_{first} {}  // NOLINT: a mask is a set

  /// The set of one port.
  static constexpr PortSet of(unsigned port) {
    PortSet set;
    set.words_[port / 64] = std::uint64_t{1} << port % 64;
    return set;
  }
  /// Ports 0 to n - 1.
  static constexpr PortSet below(unsigned n) {
    PortSet set;
    for (unsigned i = 0; i<kWords; ++i, n -= n> 64 ? 64 : n)
      set.words_[i] = n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
    return set;
  }

  /// Bit 0 says whether the set has this port; the others are those of ports that follow it.
  constexpr std::uint64_t operator>>(unsigned port) const { return words_[port / 64] >> port % 64; }
  /// Ports 0 to 63.
  constexpr std::uint64_t first() const { return words_[0]; }
  /// Number of the lowest port. Precondition: the set is not empty.
  constexpr unsigned lowest() const {
    unsigned i = 0;
    while (words_[i] == 0) ++i;
    return 64 * i + static_cast<unsigned>(__builtin_ctzll(words_[i]));
  }
  constexpr unsigned size() const {
    unsigned ports = 0;
    for (std::uint64_t word : words_) ports += static_cast<unsigned>(__builtin_popcountll(word));
    return ports;
  }
  constexpr void drop_lowest() {
    unsigned i = 0;
    while (words_[i] == 0) ++i;
    words_[i] &= words_[i] - 1;
  }

  constexpr PortSet& operator|=(const PortSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  constexpr PortSet& operator&=(const PortSet& o) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  friend constexpr PortSet operator|(PortSet a, const PortSet& b) { return a |= b; }
  friend constexpr PortSet operator&(PortSet a, const PortSet& b) { return a &= b; }
  constexpr PortSet operator~() const {
    PortSet set;
    for (unsigned i = 0; i < kWords; ++i) set.words_[i] = ~words_[i];
    return set;
  }
  friend constexpr bool operator==(const PortSet& a, const PortSet& b) {
    for (unsigned i = 0; i < kWords; ++i)
      if (a.words_[i] != b.words_[i]) return false;
    return true;
  }
  friend constexpr bool operator!=(const PortSet& a, const PortSet& b) { return !(a == b); }
  /// Some order, for maps.
  friend constexpr bool operator<(const PortSet& a, const PortSet& b) {
    for (unsigned i = 0; i < kWords; ++i)
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i];
    return false;
  }

 private:
  static constexpr unsigned kWords = kPorts / 64;
  std::array<std::uint64_t, kWords> words_{};
};

inline unsigned lowest(const PortSet& set) { return set.lowest(); }
/// Removes the lowest port or bit of a set that is not empty.
constexpr void drop_lowest(PortSet& set) { set.drop_lowest(); }
constexpr void drop_lowest(std::uint64_t& mask) { mask &= mask - 1; }
constexpr void drop_lowest(std::uint32_t& mask) { mask &= mask - 1; }
constexpr bool has_several(std::uint64_t mask) { return (mask & (mask - 1)) != 0; }
inline bool has_several(PortSet set) {
  if (set == PortSet()) return false;
  set.drop_lowest();
  return set != PortSet();
}

}  // namespace tinsim
