// SPDX-License-Identifier: Apache-2.0
// Quantities of 64 bits as two registers.
#pragma once

#include "rtl_models/registers/description.h"

namespace tinsim::registers {

constexpr Register low_half(const char* name, std::uint32_t offset, Access access,
                            std::uint32_t reset, const char* text) {
  return {name, offset, text, {{"bits", 31, 0, access, reset, "bits 31..0"}}, Half::low};
}
constexpr Register high_half(const char* name, std::uint32_t offset, Access access,
                             std::uint32_t reset, const char* text, unsigned bits = 32) {
  const char* const which = bits == 32 ? "bits 63..32" : "the bits from 32 on";
  return {name, offset, text, {{"bits", bits - 1, 0, access, reset, which}}, Half::high};
}

/// Two elements of a list: `name`_lo and `name`_hi, a quantity that software reads.
#define TIN_READ_PAIR(name, offset, text)                                                          \
  ::tinsim::registers::low_half(name "_lo", offset, ::tinsim::registers::Access::ro, 0, text),     \
      ::tinsim::registers::high_half(name "_hi", (offset) + 4, ::tinsim::registers::Access::ro, 0, \
                                     text)
/// … that it writes too.
#define TIN_WRITE_PAIR(name, offset, text)                                                         \
  ::tinsim::registers::low_half(name "_lo", offset, ::tinsim::registers::Access::rw, 0, text),     \
      ::tinsim::registers::high_half(name "_hi", (offset) + 4, ::tinsim::registers::Access::rw, 0, \
                                     text)

}  // namespace tinsim::registers
