// SPDX-License-Identifier: Apache-2.0
// Longest-prefix match of one entry, and the member of a weighted group for a flow.
#pragma once

#include <cstdint>

namespace tinsim {

/// The first bit of the address is bit 63 of `hi`; IPv4 has bits 63:32 of `hi`.
struct AddressBits {
  std::uint64_t hi = 0, lo = 0;
};

/// Whether the first `length` bits are equal, 0..128; the bits behind are ignored.
constexpr bool prefix_matches(const AddressBits& prefix, unsigned length,
                              const AddressBits& address) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const std::uint64_t hi = length == 0 ? 0 : length >= 64 ? kAll : kAll << (64 - length);
  const std::uint64_t lo = length <= 64 ? 0 : length >= 128 ? kAll : kAll << (128 - length);
  return ((prefix.hi ^ address.hi) & hi) == 0 && ((prefix.lo ^ address.lo) & lo) == 0;
}

/// Position of a flow's member in a group of `count`, by the upper bits of its hash. A member of
/// weight w has w entries in the group, so that weights are proportions.
constexpr unsigned wcmp_member(std::uint16_t hash, unsigned count) {
  return static_cast<unsigned>(std::uint64_t{hash} * count >> 16);
}

}  // namespace tinsim
