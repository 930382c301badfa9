// SPDX-License-Identifier: Apache-2.0
// Names of registers in other languages, and lists over all registers.
#pragma once

#include <cctype>
#include <string>

#include "rtl_models/registers/map.h"

namespace tinsim::registers {

/// ROUTE_ENTRY
inline std::string upper(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

/// RouteEntry
inline std::string camel(const std::string& name) {
  std::string out;
  bool begins = true;
  for (char c : name) {
    if (c != '_') out += begins ? upper(std::string(1, c)) : std::string(1, c);
    begins = c == '_';
  }
  return out;
}

/// `group`_`array`_`reg`, without the array for a plain register.
inline std::string full_name(const Group& group, const RegisterArray* array, const char* reg) {
  const std::string inner = array == nullptr ? "" : std::string(array->name) + "_";
  return std::string(group.name) + "_" + inner + reg;
}

/// Address of a register, in element 0 of its array.
inline std::uint32_t address_of(const Group& group, const RegisterArray* array,
                                const Register& reg) {
  return group.base + (array == nullptr ? 0 : array->offset) + reg.offset;
}

/// Calls fn(group, array, register) for all registers; `array` is null for plain ones.
template <class F>
void for_each_register(F&& fn) {
  for (const Group& group : kMap) {
    for (const Register& reg : group.registers) {
      fn(group, static_cast<const RegisterArray*>(nullptr), reg);
    }
    for (const RegisterArray& array : group.arrays)
      for (const Register& reg : array.registers) fn(group, &array, reg);
  }
}

/// (((a) * 3) + (b)) * 64 + (c) of the dimensions' names, each wrapped in `open` and `close`.
inline std::string index_formula(const RegisterArray& array, const char* open, const char* close) {
  std::string text;
  for (unsigned n = 0; n < array.dimensions(); ++n) {
    const std::string index = open + std::string(array.dims[n].name) + close;
    text =
        n == 0 ? index : "(" + text + ") * " + std::to_string(array.dims[n].count) + " + " + index;
  }
  return text;
}

}  // namespace tinsim::registers
