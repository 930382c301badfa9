// SPDX-License-Identifier: Apache-2.0
// The checksum of an IPv4 header in which one word changes.
#pragma once

#include <cstdint>

namespace tinsim {

/// One's complement sum of 16 bits of the words of `sum`.
constexpr std::uint16_t folded_sum(std::uint32_t sum) {
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>((sum & 0xffff) + (sum >> 16));
}

/// The checksum of a header in which one 16-bit word has changed, from that alone (RFC 1624,
/// equation 3).
constexpr std::uint16_t updated_checksum(std::uint16_t checksum, std::uint16_t old_word,
                                         std::uint16_t new_word) {
  const std::uint32_t sum = std::uint32_t{static_cast<std::uint16_t>(~checksum)} +
                            static_cast<std::uint16_t>(~old_word) + new_word;
  return static_cast<std::uint16_t>(~folded_sum(sum));
}

}  // namespace tinsim
