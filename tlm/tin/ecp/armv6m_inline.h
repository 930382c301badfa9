// SPDX-License-Identifier: Apache-2.0
// Loads and stores of the core, which its loop of instructions inlines.
#pragma once

#include <type_traits>

#include "tlm/tin/ecp/armv6m_core.h"

namespace tinsim {

/// `T`: type of the datum, sign extended if it is signed.
template <class T>
inline bool Armv6mCore::load(uint32_t address, uint64_t count, uint32_t& result) {
  using Bits = std::make_unsigned_t<T>;
  if (EcpSram::holds<Bits>(address)) {
    result = static_cast<uint32_t>(static_cast<T>(sram_.load<Bits>(address)));
    return true;
  }
  uint32_t value = 0;
  load_outside(address, sizeof(T), count, value);
  if (stop_ != Stop::kFault) result = static_cast<uint32_t>(static_cast<T>(value));
  return false;
}

template <class T>
inline bool Armv6mCore::store(uint32_t address, uint64_t count, uint32_t value) {
  if (EcpSram::holds<T>(address)) {
    if (sram_.store(address, static_cast<T>(value))) return true;
    // Where the decoded page was replaced, the loop has to begin again.
    return !sram_.store_first(address, static_cast<T>(value));
  }
  return store_outside(address, sizeof(T), count, value);
}

/// The base is written at the end, unless it is loaded; a fault keeps it.
inline bool Armv6mCore::load_multiple(const ThumbInstruction& i, uint64_t count) {
  auto& r = registers_.r;
  const uint32_t base = r[i.n];
  uint32_t address = base;
  bool is_plain = true;
  for (auto left = static_cast<uint32_t>(i.imm); left != 0; left &= left - 1, address += 4) {
    is_plain &= load<uint32_t>(address, count, r[static_cast<unsigned>(__builtin_ctz(left))]);
    if (is_plain || stop_ != Stop::kFault) continue;
    r[i.n] = base;
    return false;
  }
  if ((i.imm >> i.n & 1) == 0) r[i.n] = address;
  return is_plain;
}

inline bool Armv6mCore::store_multiple(const ThumbInstruction& i, uint64_t count) {
  auto& r = registers_.r;
  uint32_t address = r[i.n];
  bool is_plain = true;
  for (auto left = static_cast<uint32_t>(i.imm); left != 0; left &= left - 1, address += 4) {
    is_plain &= store<uint32_t>(address, count, r[static_cast<unsigned>(__builtin_ctz(left))]);
    if (!is_plain && stop_ == Stop::kFault) return false;
  }
  r[i.n] = address;
  return is_plain;
}

inline bool Armv6mCore::push(const ThumbInstruction& i, uint64_t count) {
  auto& r = registers_.r;
  const auto list = static_cast<uint32_t>(i.imm);
  const uint32_t bottom = r[kSpRegister] - 4 * static_cast<uint32_t>(__builtin_popcount(list));
  uint32_t address = bottom;
  bool is_plain = true;
  for (uint32_t left = list; left != 0; left &= left - 1, address += 4) {
    is_plain &= store<uint32_t>(address, count, r[static_cast<unsigned>(__builtin_ctz(left))]);
    if (!is_plain && stop_ == Stop::kFault) return false;
  }
  r[kSpRegister] = bottom;
  return is_plain;
}

/// `target`: what is loaded for PC, if it is in the list.
inline bool Armv6mCore::pop(const ThumbInstruction& i, uint64_t count, uint32_t& target) {
  auto& r = registers_.r;
  uint32_t address = r[kSpRegister];
  bool is_plain = true;
  for (auto left = static_cast<uint32_t>(i.imm); left != 0; left &= left - 1, address += 4) {
    const auto number = static_cast<unsigned>(__builtin_ctz(left));
    uint32_t& to = number == kPcRegister ? target : r[number];
    is_plain &= load<uint32_t>(address, count, to);
    if (!is_plain && stop_ == Stop::kFault) return false;
  }
  r[kSpRegister] = address;
  return is_plain;
}

}  // namespace tinsim
