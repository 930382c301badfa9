// SPDX-License-Identifier: Apache-2.0
// A view of octets owned elsewhere; if payload is only counted, their number.
#pragma once

#include <cstdint>

namespace tinsim {

/// `data` null: only `size` is known. Valid until the call to which it is given returns.
struct ByteView {
  const uint8_t* data = nullptr;
  uint32_t size = 0;
};

/// The number in `bytes` octets, at most 8, the first of which counts least.
inline uint64_t load_little(const uint8_t* octets, uint32_t bytes) {
  uint64_t value = 0;
  for (uint32_t n = 0; n < bytes; ++n) value |= uint64_t{octets[n]} << 8 * n;
  return value;
}

inline void store_little(uint8_t* octets, uint32_t bytes, uint64_t value) {
  for (uint32_t n = 0; n < bytes; ++n) octets[n] = static_cast<uint8_t>(value >> 8 * n);
}

}  // namespace tinsim
