// SPDX-License-Identifier: Apache-2.0
// Fields of the ExaNet header (rtl_models/exanet_router/README.md).
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/exanet_word.h"

namespace tinsim {

inline constexpr unsigned kExanetDims = 3;
using ExanetPlace = std::array<std::uint8_t, kExanetDims>;  ///< coordinates X, Y, Z

struct ExanetHeader {
  ExanetPlace dst{}, src{};
  std::uint8_t dst_port = 0, src_port = 0;  ///< intra-tile ports
  std::uint16_t bytes = 0;                  ///< of payload
  std::uint8_t kind = 0;                    ///< 0..3, given by the network interface
  std::uint16_t tag = 0;
  std::uint64_t address = 0;  ///< 52 bits
};

/// Words of payload for so many bytes.
constexpr unsigned exanet_words(unsigned bytes) {
  return (bytes + kExanetWordBytes - 1) / kExanetWordBytes;
}

/// Bits 119:0; the check bits are zero.
inline ExanetWord pack_exanet_header(const ExanetHeader& h) {
  ExanetWord word;
  for (unsigned d = 0; d < kExanetDims; ++d) {
    word.low |= std::uint64_t{h.dst[d]} << 6 * d;
    word.low |= std::uint64_t{h.src[d]} << (20 + 6 * d);
  }
  word.low |= std::uint64_t{h.dst_port} << 18 | std::uint64_t{h.src_port} << 38;
  word.low |= std::uint64_t{h.bytes} << 40 | std::uint64_t{h.kind} << 50;
  word.low |= std::uint64_t{h.tag} << 52;
  word.high = std::uint64_t{h.tag} >> 12 | h.address << 4;
  return word;
}

inline ExanetHeader unpack_exanet_header(const ExanetWord& word) {
  ExanetHeader h;
  for (unsigned d = 0; d < kExanetDims; ++d) {
    h.dst[d] = static_cast<std::uint8_t>(word.low >> 6 * d & 63);
    h.src[d] = static_cast<std::uint8_t>(word.low >> (20 + 6 * d) & 63);
  }
  h.dst_port = static_cast<std::uint8_t>(word.low >> 18 & 3);
  h.src_port = static_cast<std::uint8_t>(word.low >> 38 & 3);
  h.bytes = static_cast<std::uint16_t>(word.low >> 40 & 0x3ff);
  h.kind = static_cast<std::uint8_t>(word.low >> 50 & 3);
  h.tag = static_cast<std::uint16_t>((word.low >> 52 | word.high << 12) & 0xffff);
  h.address = word.high >> 4 & ((std::uint64_t{1} << 52) - 1);
  return h;
}

}  // namespace tinsim
