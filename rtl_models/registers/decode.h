// SPDX-License-Identifier: Apache-2.0
// Address decoder of the register bus: plain registers, and windows of the array port.
#pragma once

#include <array>

#include "rtl_models/registers/map.h"

namespace tinsim::registers {

/// A register that is made of flip-flops.
struct PlainRegister {
  std::uint32_t address = 0;
  const Register* reg = nullptr;
};

/// Addresses that are reached through the array port: an array, or a group in other hands.
struct Window {
  std::uint32_t first = 0, last = 0;  ///< addresses of its first and last register
};

constexpr unsigned count_plain() {
  unsigned count = 0;
  for (const Group& group : kMap) count += group.external ? 0 : group.registers.size();
  return count;
}
constexpr unsigned count_windows() {
  unsigned count = 0;
  for (const Group& group : kMap) count += group.external ? 1 : group.arrays.size();
  return count;
}
constexpr unsigned kPlainRegisters = count_plain(), kWindows = count_windows();

/// By ascending addresses.
constexpr std::array<PlainRegister, kPlainRegisters> make_plain() {
  std::array<PlainRegister, kPlainRegisters> list{};
  unsigned n = 0;
  for (const Group& group : kMap) {
    if (group.external) continue;
    for (const Register& reg : group.registers) list[n++] = {group.base + reg.offset, &reg};
  }
  return list;
}
inline constexpr std::array<PlainRegister, kPlainRegisters> kPlain = make_plain();

/// By ascending addresses.
constexpr std::array<Window, kWindows> make_windows() {
  std::array<Window, kWindows> list{};
  unsigned n = 0;
  for (const Group& group : kMap) {
    if (group.external) {
      list[n++] = {group.base, group.base + group.size - kRegisterBytes};
      continue;
    }
    for (const RegisterArray& array : group.arrays)
      list[n++] = {group.base + array.offset, group.base + array.end() - kRegisterBytes};
  }
  return list;
}
inline constexpr std::array<Window, kWindows> kWindowList = make_windows();

/// Number of the plain register at this address; kPlainRegisters: none.
constexpr unsigned plain_at(std::uint32_t address) {
  for (unsigned n = 0; n < kPlainRegisters; ++n)
    if (kPlain[n].address == address) return n;
  return kPlainRegisters;
}
/// Number of the window with this address; kWindows: none.
constexpr unsigned window_at(std::uint32_t address) {
  for (unsigned n = 0; n < kWindows; ++n)
    if (address >= kWindowList[n].first && address <= kWindowList[n].last) return n;
  return kWindows;
}

/// A register of the chip and the element of its array.
struct Place {
  const Group* group = nullptr;
  const RegisterArray* array = nullptr;  ///< null: a plain register of its group
  unsigned index = 0;                    ///< of the element
  const Register* reg = nullptr;         ///< null: no register is there
};

constexpr const Register* register_at(const View<Register>& list, std::uint32_t offset) {
  for (const Register& reg : list)
    if (reg.offset == offset) return &reg;
  return nullptr;
}

/// The register at an address of the bus.
constexpr Place place_of(std::uint32_t address) {
  for (const Group& group : kMap) {
    if (address < group.base || address >= group.base + group.size) continue;
    const std::uint32_t offset = address - group.base;
    for (const RegisterArray& array : group.arrays) {
      if (offset < array.offset || offset >= array.end()) continue;
      const std::uint32_t inside = offset - array.offset;
      return {&group, &array, inside / array.stride,
              register_at(array.registers, inside % array.stride)};
    }
    return {&group, nullptr, 0, register_at(group.registers, offset)};
  }
  return {};
}

/// A plain register by its names; without a register: there is none.
constexpr Place place_named(const char* group_name, const char* name) {
  for (const Group& group : kMap) {
    if (!is_equal(group.name, group_name)) continue;
    for (const Register& reg : group.registers)
      if (is_equal(reg.name, name)) return {&group, nullptr, 0, &reg};
  }
  return {};
}

constexpr std::uint32_t address_of(const Place& place) {
  const std::uint32_t element =
      place.array == nullptr ? 0 : place.array->offset + place.index * place.array->stride;
  return place.group->base + element + place.reg->offset;
}

/// The registers that a write to this one changes, this one the last of them. None: its values wait
/// for the write of a later register.
constexpr View<Register> written_with(const Place& place) {
  const View<Register>& list =
      place.array == nullptr ? place.group->registers : place.array->registers;
  View<Register> together;
  const bool whole = place.array != nullptr && place.array->writes == Writes::whole;
  if (whole && place.reg + 1 == list.end()) return list;
  if (whole || place.reg->half == Half::low) return together;
  together.count = place.reg->half == Half::high ? 2 : 1;
  together.data = place.reg - (together.count - 1);
  return together;
}

}  // namespace tinsim::registers
