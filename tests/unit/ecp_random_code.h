// SPDX-License-Identifier: Apache-2.0
// Random ARMv6-M code whose results the architecture defines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbench/bench_random.h"

namespace tinsim {

/// A register of an instruction that has to hold an address, and a second one that is added.
struct AddressUse {
  int base = -1;  ///< -1: no access by a low register
  int index = -1;
  uint32_t bytes = 4;
};

inline AddressUse address_use(uint16_t w) {
  const int n = w >> 3 & 7, m = w >> 6 & 7;
  switch (w >> 12) {
    case 5: {
      constexpr uint32_t kBytes[] = {4, 2, 1, 1, 4, 2, 1, 2};
      return {n, m, kBytes[w >> 9 & 7]};
    }
    case 6:
      return {n, -1, 4};
    case 7:
      return {n, -1, 1};
    case 8:
      return {n, -1, 2};
    case 0xc:
      return {w >> 8 & 7, -1, 4};
    default:
      return {};
  }
}

/// A value at which carries, signs and shifts change.
inline uint32_t edge(Random& random) {
  constexpr uint32_t kEdges[] = {0,          1,          2,          31,        32,     33,
                                 0xff,       0x100,      0x7fff,     0x8000,    0xffff, 0x7fffffff,
                                 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
  return kEdges[random.below(16)];
}

/// UNPREDICTABLE, or without a result that an emulator without interrupts shows, or an instruction
/// of ARMv7-M, which the emulator has and ARMv6-M has not.
inline bool is_left_out(uint16_t w) {
  const unsigned d = (w & 7u) | (w >> 4 & 8u), m = w >> 3 & 15u;
  const unsigned n = w >> 8 & 7u, list = w & 0xffu;
  if (w >> 8 == 0x45) return (d < 8 && m < 8) || d == 15 || m == 15;                    // CMP
  if (w >> 8 == 0x44) return d == 13 && m == 15;                                        // ADD
  if (w >> 8 == 0x46) return false;                                                     // MOV
  if (w >> 8 == 0x47) return (w & 7) != 0 || m == 15 || m == 13;                        // BX, BLX
  if (w >> 11 == 0x18) return (list & 1u << n && list & ((1u << n) - 1)) || list == 0;  // STM
  if (w >> 11 == 0x19) return list == 0;                                                // LDM
  if (w >> 8 == 0xbe || w >> 8 == 0xdf) return true;                                    // BKPT, SVC
  if (w >> 8 == 0xbf) return true;                        // IT and hints
  if ((w & 0xf500) == 0xb100) return true;                // CBZ, CBNZ
  if (w >> 8 == 0xb6) return w != 0xb662 && w != 0xb672;  // other CPS
  if ((w & 0xfe00) == 0xbc00 || (w & 0xfe00) == 0xb400) return (w & 0x1ff) == 0;
  return false;
}

struct RandomCode {
  std::vector<uint16_t> halves;
  std::vector<bool> begins;  ///< whether an instruction begins with this halfword

  void add(unsigned first) {
    halves.push_back(static_cast<uint16_t>(first));
    begins.push_back(true);
  }
  void add(unsigned first, unsigned second) {
    add(first);
    halves.push_back(static_cast<uint16_t>(second));
    begins.push_back(false);
  }
};

/// `r`: one of R0 to R12.
inline void add_rare(RandomCode& code, Random& random, unsigned r) {
  constexpr unsigned kSpecials[] = {0, 5, 3, 8, 16, 20};  // APSR IPSR XPSR MSP PRIMASK CONTROL
  switch (random.below(5)) {
    case 0:  // BL
      return code.add(random.chance(50) ? 0xf000 : 0xf7ff, 0xf800 | random.below(0x800));
    case 1:
      return code.add(0xf3ef, 0x8000 | r << 8 | kSpecials[random.below(6)]);  // MRS
    case 2:  // MSR to APSR, PRIMASK
      return code.add(0xf380 | r, 0x8800 | (random.chance(50) ? 0 : 16));
    case 3:
      return code.add(random.chance(50) ? 0xbf00 : 0xbf40);  // NOP, SEV
    default:
      return code.add(0xf3bf, 0x8f40 | random.below(3) << 4);  // DSB, DMB, ISB
  }
}

inline RandomCode random_code(Random& random, std::size_t halves = 400'000) {
  RandomCode code;
  while (code.halves.size() < halves) {
    const unsigned r = random.below(13);
    if (random.below(16) == 0) {
      add_rare(code, random, r);
    } else if (random.below(32) == 0) {
      code.add(0x4700 | random.below(2) << 7 | r << 3);  // BX, BLX
    } else {
      const unsigned w = random.below(0xe800);
      if (!is_left_out(static_cast<uint16_t>(w))) code.add(w);
    }
  }
  return code;
}

}  // namespace tinsim
