// SPDX-License-Identifier: Apache-2.0
// Rules of a register description, evaluated when it is compiled.
#pragma once

#include "rtl_models/registers/description.h"

namespace tinsim::registers {

constexpr bool is_power_of_two(std::uint32_t value) { return value != 0 && !(value & (value - 1)); }

constexpr bool is_name(const char* name) {
  if (name == nullptr || *name < 'a' || *name > 'z') return false;
  for (; *name != '\0'; ++name) {
    if (!((*name >= 'a' && *name <= 'z') || (*name >= '0' && *name <= '9') || *name == '_'))
      return false;
  }
  return true;
}

constexpr bool is_equal(const char* a, const char* b) {
  for (; *a != '\0' && *a == *b; ++a, ++b) {
  }
  return *a == *b;
}

/// The names of a list differ.
template <class T>
constexpr bool has_unique_names(const View<T>& list) {
  for (std::size_t a = 0; a < list.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (is_equal(list[a].name, list[b].name)) return false;
  return true;
}

/// Fields do not overlap, are in order, and their reset values fit.
constexpr bool has_sound_fields(const Register& reg) {
  unsigned next_bit = 0;
  for (const Field& field : reg.all_fields()) {
    if (!is_name(field.name) || field.lsb < next_bit || field.lsb > field.msb || field.msb > 31)
      return false;
    if ((field.reset & ~(field.mask() >> field.lsb)) != 0) return false;
    next_bit = field.msb + 1;
  }
  return next_bit != 0 && has_unique_names(reg.all_fields());
}

/// Each low half is followed by its high half, and no high half is alone.
constexpr bool has_sound_halves(const View<Register>& list) {
  for (std::size_t n = 0; n < list.size(); ++n) {
    const bool after_low = n != 0 && list[n - 1].half == Half::low &&
                           list[n].offset == list[n - 1].offset + kRegisterBytes;
    if ((list[n].half == Half::high) != after_low) return false;
  }
  return list.size() == 0 || list[list.size() - 1].half != Half::low;
}

/// Registers are aligned, in order, and end before `size`.
constexpr bool has_sound_registers(const View<Register>& list, std::uint32_t size) {
  std::uint32_t next = 0;
  for (const Register& reg : list) {
    if (!is_name(reg.name) || reg.offset % kRegisterBytes != 0 || reg.offset < next) return false;
    if (!has_sound_fields(reg)) return false;
    next = reg.offset + kRegisterBytes;
  }
  return next <= size && has_unique_names(list) && has_sound_halves(list);
}

/// An element fits its stride without gaps between its registers; the stride is a power of two, and
/// the array is aligned to it: its decoder needs no adder.
constexpr bool is_sound_array(const RegisterArray& array) {
  if (!is_name(array.name) || array.count == 0 || array.registers.size() == 0) return false;
  if (!is_power_of_two(array.stride) || array.offset % array.stride != 0) return false;
  for (std::size_t n = 0; n < array.registers.size(); ++n)
    if (array.registers[n].offset != n * kRegisterBytes) return false;
  unsigned product = 1;
  for (unsigned n = 0; n < array.dimensions(); ++n) product *= array.dims[n].count;
  if (array.dimensions() != 0 && product != array.count) return false;
  return has_sound_registers(array.registers, array.stride);
}

constexpr bool overlaps(std::uint32_t begin, std::uint32_t end, const View<RegisterArray>& arrays) {
  for (const RegisterArray& array : arrays)
    if (begin < array.end() && array.offset < end) return true;
  return false;
}

constexpr bool is_sound_group(const Group& group) {
  if (!is_name(group.name) || !is_power_of_two(group.size) || group.base % group.size != 0)
    return false;
  if (!has_sound_registers(group.registers, group.size) || !has_unique_names(group.arrays))
    return false;
  std::uint32_t next = 0;
  for (const RegisterArray& array : group.arrays) {
    if (!is_sound_array(array) || array.offset < next || array.end() > group.size) return false;
    next = array.end();
  }
  for (const Register& reg : group.registers)
    if (overlaps(reg.offset, reg.offset + kRegisterBytes, group.arrays)) return false;
  return true;
}

/// Groups are in order and do not overlap.
constexpr bool is_sound_map(const View<Group>& groups, std::uint32_t size) {
  std::uint32_t next = 0;
  for (const Group& group : groups) {
    if (!is_sound_group(group) || group.base < next) return false;
    next = group.base + group.size;
  }
  return next <= size && has_unique_names(groups);
}

}  // namespace tinsim::registers
