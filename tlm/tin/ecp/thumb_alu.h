// SPDX-License-Identifier: Apache-2.0
// Arithmetic of ARMv6-M with its flags (ARM DDI 0419, A2.2 and A6.7).
#pragma once

#include <cstdint>

namespace tinsim {

/// N and V are bit 31 of `n` and `v`, Z holds where `z` is zero, C is 0 or 1.
struct ThumbFlags {
  uint32_t n = 0;
  uint32_t z = 1;
  uint32_t c = 0;
  uint32_t v = 0;

  void set_nz(uint32_t result) { n = z = result; }
  /// As bits 31:28 of APSR.
  uint32_t apsr() const {
    return (n & 0x80000000u) | (z == 0 ? 1u << 30 : 0) | c << 29 | (v >> 31) << 28;
  }
  void set_apsr(uint32_t apsr) {
    n = apsr;
    z = ~apsr & 1u << 30;
    c = apsr >> 29 & 1;
    v = apsr << 3;
  }
  /// `condition`: 0..13 as encoded.
  bool holds(unsigned condition) const {
    const bool base[] = {z == 0,
                         c != 0,
                         (n >> 31) != 0,
                         (v >> 31) != 0,
                         c != 0 && z != 0,
                         ((n ^ v) >> 31) == 0,
                         z != 0 && ((n ^ v) >> 31) == 0};
    return base[condition >> 1] != ((condition & 1) != 0);
  }
};

inline uint32_t add_with_carry(ThumbFlags& flags, uint32_t a, uint32_t b, uint32_t carry) {
  const uint64_t sum = uint64_t{a} + b + carry;
  const auto result = static_cast<uint32_t>(sum);
  flags.c = static_cast<uint32_t>(sum >> 32);
  flags.v = (a ^ result) & (b ^ result);
  flags.set_nz(result);
  return result;
}

inline uint32_t subtract(ThumbFlags& flags, uint32_t a, uint32_t b) {
  const uint32_t result = a - b;
  flags.c = a >= b;
  flags.v = (a ^ b) & (a ^ result);
  flags.set_nz(result);
  return result;
}

// Shifts by 0..255, as by a register; by 0 C stays as it is.

inline uint32_t shift_left(ThumbFlags& flags, uint32_t value, unsigned by) {
  if (by != 0) {
    flags.c = by <= 32 ? static_cast<uint32_t>(uint64_t{value} << by >> 32) & 1 : 0;
    value = by < 32 ? value << by : 0;
  }
  flags.set_nz(value);
  return value;
}

inline uint32_t shift_right(ThumbFlags& flags, uint32_t value, unsigned by) {
  if (by != 0) {
    flags.c = by <= 32 ? value >> (by - 1) & 1 : 0;
    value = by < 32 ? value >> by : 0;
  }
  flags.set_nz(value);
  return value;
}

inline uint32_t shift_right_signed(ThumbFlags& flags, uint32_t value, unsigned by) {
  if (by != 0) {
    const auto wide = static_cast<int64_t>(static_cast<int32_t>(value));
    const unsigned most = by < 32 ? by : 32;
    flags.c = static_cast<uint32_t>(wide >> (most - 1)) & 1;
    value = static_cast<uint32_t>(wide >> most);
  }
  flags.set_nz(value);
  return value;
}

inline uint32_t rotate_right(ThumbFlags& flags, uint32_t value, unsigned by) {
  if (by != 0) {
    const unsigned bits = by & 31;
    if (bits != 0) value = value >> bits | value << (32 - bits);
    flags.c = value >> 31;
  }
  flags.set_nz(value);
  return value;
}

inline uint32_t reverse_octets(uint32_t value) {
  return value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00) | value >> 24;
}

inline uint32_t reverse_octets_of_halves(uint32_t value) {
  return (value & 0x00ff00ff) << 8 | (value >> 8 & 0x00ff00ff);
}

}  // namespace tinsim
