// SPDX-License-Identifier: Apache-2.0
// Words of 64 bits that frame a packet on an APElink.
#pragma once

#include <cstdint>

#include "rtl_models/parts/exanet_word.h"

namespace tinsim {

inline constexpr std::uint64_t kExanetMagic = 0x4558414E45544D47;

constexpr std::uint64_t exanet_start_word(unsigned words, bool vc) {
  const std::uint64_t low = words | (vc ? 1u << 6 : 0u);
  return low | (~low & 0xffffffff) << 32;
}
constexpr unsigned exanet_start_words(std::uint64_t word) { return word & 63; }
constexpr bool exanet_start_vc(std::uint64_t word) { return word >> 6 & 1; }
/// Whether it is a Start word of a packet that may exist.
constexpr bool is_exanet_start(std::uint64_t word) {
  return word == exanet_start_word(exanet_start_words(word), exanet_start_vc(word)) &&
         exanet_start_words(word) <= kExanetMaxWords;
}

}  // namespace tinsim
