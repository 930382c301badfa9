// SPDX-License-Identifier: Apache-2.0
// Numbers in network byte order at any alignment.
#ifndef TIN_FIRMWARE_NETWORK_ORDER_H
#define TIN_FIRMWARE_NETWORK_ORDER_H

#include <stdint.h>

static inline uint16_t get16(const uint8_t* at) { return (uint16_t)(at[0] << 8 | at[1]); }

static inline uint32_t get32(const uint8_t* at) {
  return (uint32_t)get16(at) << 16 | get16(at + 2);
}

static inline void put16(uint8_t* at, uint16_t value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

static inline void put32(uint8_t* at, uint32_t value) {
  put16(at, (uint16_t)(value >> 16));
  put16(at + 2, (uint16_t)value);
}

#endif
