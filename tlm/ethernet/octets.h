// SPDX-License-Identifier: Apache-2.0
// Numbers in the order of the network: most significant octet first.
#pragma once

#include <cstdint>

namespace tinsim {

inline uint16_t get_be16(const uint8_t* at) { return static_cast<uint16_t>(at[0] << 8 | at[1]); }

inline uint32_t get_be32(const uint8_t* at) {
  return uint32_t{get_be16(at)} << 16 | get_be16(at + 2);
}

inline void put_be16(uint8_t* at, uint16_t value) {
  at[0] = static_cast<uint8_t>(value >> 8);
  at[1] = static_cast<uint8_t>(value);
}

inline void put_be32(uint8_t* at, uint32_t value) {
  put_be16(at, static_cast<uint16_t>(value >> 16));
  put_be16(at + 2, static_cast<uint16_t>(value));
}

}  // namespace tinsim
