// SPDX-License-Identifier: Apache-2.0
// The register map as a header of C++17: a type for each register.
#include <fmt/format.h>

#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"

namespace tinsim::registers {
namespace {

std::string field_of(const Field& field) {
  const std::uint32_t width_mask = field.mask() >> field.lsb;
  return fmt::format(
      "  /// {0}; {1}.\n"
      "  constexpr std::uint32_t {2}() const {{ return word >> {3} & 0x{4:X}u; }}\n"
      "  constexpr {{type}}& {2}(std::uint32_t value) {{\n"
      "    word = (word & ~0x{5:X}u) | (value & 0x{4:X}u) << {3};\n"
      "    return *this;\n"
      "  }}\n",
      access_name(field.access), field.text, field.name, field.lsb, width_mask, field.mask());
}

std::string address_function(const RegisterArray& array) {
  std::string list;
  for (unsigned n = 0; n < array.dimensions(); ++n)
    list += fmt::format("{}std::uint32_t {}", n == 0 ? "" : ", ", array.dims[n].name);
  return fmt::format(
      "  static constexpr std::uint32_t kCount = {}, kStride = 0x{:X};\n"
      "  static constexpr std::uint32_t at({}) {{\n    return kAddress + ({}) * kStride;\n  }}\n",
      array.count, array.stride, list, index_formula(array, "", ""));
}

std::string type_of(const Group& group, const RegisterArray* array, const Register& reg) {
  const std::string name =
      camel(array == nullptr ? reg.name : std::string(array->name) + "_" + reg.name);
  std::string fields;
  for (const Field& field : reg.all_fields()) fields += field_of(field);
  for (std::size_t at; (at = fields.find("{type}")) != std::string::npos;)
    fields.replace(at, 6, name);
  return fmt::format(
             "/// {}\nstruct {} {{\n"
             "  static constexpr std::uint32_t kAddress = 0x{:X}, kReset = 0x{:X};\n",
             reg.text, name, address_of(group, array, reg), reg.reset()) +
         (array == nullptr ? "" : address_function(*array)) + "  std::uint32_t word = kReset;\n" +
         fields + "};\n";
}

constexpr const char* kHead = R"(// SPDX-License-Identifier: Apache-2.0
// Registers of the TiN chip as types: byte addresses on its register bus. Generated; do not edit.
#pragma once

#include <cstdint>

namespace tin_registers {

/// Reads and writes registers over a bus with `read(address)` and `write(address, word)`.
template <class R, class Bus>
R read(Bus& bus) {
  R reg;
  reg.word = bus.read(R::kAddress);
  return reg;
}
template <class R, class Bus>
void write(Bus& bus, const R& reg) {
  bus.write(R::kAddress, reg.word);
}
/// An element of an array, at an address of R::at().
template <class R, class Bus>
R read_at(Bus& bus, std::uint32_t address) {
  R reg;
  reg.word = bus.read(address);
  return reg;
}
template <class R, class Bus>
void write_at(Bus& bus, std::uint32_t address, const R& reg) {
  bus.write(address, reg.word);
}
)";

}  // namespace

std::string cpp_header() {
  std::string text = kHead;
  for (const Group& group : kMap) {
    text += fmt::format("\n/// {}\nnamespace {} {{\n", group.text, group.name);
    for (const Register& reg : group.registers) text += type_of(group, nullptr, reg);
    for (const RegisterArray& array : group.arrays)
      for (const Register& reg : array.registers) text += type_of(group, &array, reg);
    text += fmt::format("}}  // namespace {}\n", group.name);
  }
  return text + "\n}  // namespace tin_registers\n";
}

}  // namespace tinsim::registers
