// SPDX-License-Identifier: Apache-2.0
// Credit word of an APElink: absolute counts of two channels, health bits, CRC-8.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/crc8.h"
#include "rtl_models/parts/exanet_word.h"

namespace tinsim {

inline constexpr unsigned kExanetHeaderModulus = 256, kExanetPayloadModulus = 4096;
inline constexpr std::uint64_t kExanetCreditCode = 0xC7;

/// Words freed since reset, modulo the two moduli, and the health of the node.
struct ExanetCredits {
  std::array<std::uint16_t, kExanetVcs> header{}, payload{};
  std::uint8_t health = 0;
};

/// Bits 47:0, without CRC and code.
inline std::uint64_t exanet_credit_body(const ExanetCredits& c) {
  return c.header[0] | std::uint64_t{c.payload[0]} << 8 | std::uint64_t{c.header[1]} << 20 |
         std::uint64_t{c.payload[1]} << 28 | std::uint64_t{c.health} << 40;
}
inline std::uint64_t exanet_credit_word(std::uint64_t body) {
  return body | std::uint64_t{crc8_rohc(body, 6)} << 48 | kExanetCreditCode << 56;
}
/// Whether code and CRC are right.
inline bool exanet_credit_intact(std::uint64_t word) {
  return word == exanet_credit_word(word & ((std::uint64_t{1} << 48) - 1));
}
inline ExanetCredits exanet_credits(std::uint64_t word) {
  ExanetCredits c;
  c.header = {static_cast<std::uint16_t>(word & 0xff),
              static_cast<std::uint16_t>(word >> 20 & 0xff)};
  c.payload = {static_cast<std::uint16_t>(word >> 8 & 0xfff),
               static_cast<std::uint16_t>(word >> 28 & 0xfff)};
  c.health = static_cast<std::uint8_t>(word >> 40);
  return c;
}

}  // namespace tinsim
