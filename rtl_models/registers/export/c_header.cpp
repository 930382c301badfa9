// SPDX-License-Identifier: Apache-2.0
// The register map as a header of freestanding C11.
#include <fmt/format.h>

#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"

namespace tinsim::registers {
namespace {

std::string define(const std::string& name, std::uint32_t value, const char* text = "") {
  const std::string comment = *text == '\0' ? "" : fmt::format("  /* {} */", text);
  return fmt::format("#define TIN_{} 0x{:X}u{}\n", name, value, comment);
}

std::string dimensions_of(const RegisterArray& array, const std::string& name) {
  std::string list, text;
  for (unsigned n = 0; n < array.dimensions(); ++n) {
    list += (n == 0 ? "" : ", ") + std::string(array.dims[n].name);
    if (array.dimensions() > 1)
      text += define(name + "_COUNT_" + upper(array.dims[n].name), array.dims[n].count);
  }
  return text + fmt::format("#define TIN_{}_INDEX({}) ({})\n", name, list,
                            index_formula(array, "(uint32_t)(", ")"));
}

std::string array_of(const Group& group, const RegisterArray& array) {
  const std::string name = upper(full_name(group, nullptr, array.name));
  return fmt::format("\n/* {} */\n", array.text) + define(name, group.base + array.offset) +
         define(name + "_COUNT", array.count) + define(name + "_STRIDE", array.stride) +
         dimensions_of(array, name);
}

std::string fields_of(const Register& reg, const std::string& name) {
  std::string text;
  for (const Field& field : reg.all_fields()) {
    const std::string of_field = name + "_" + upper(field.name);
    text += fmt::format("/*   {}: {}; {} */\n", field.name, access_name(field.access), field.text);
    text += define(of_field + "_SHIFT", field.lsb) + define(of_field + "_MASK", field.mask());
  }
  return text;
}

std::string register_of(const Group& group, const RegisterArray* array, const Register& reg) {
  const std::string name = upper(full_name(group, array, reg.name));
  std::string text = fmt::format("/* {} */\n", reg.text);
  text += define(name, address_of(group, array, reg));
  if (array != nullptr)
    text += fmt::format("#define TIN_{}_AT(i) (TIN_{} + (uint32_t)(i) * 0x{:X}u)\n", name, name,
                        array->stride);
  return text + define(name + "_RESET", reg.reset()) + fields_of(reg, name);
}

constexpr const char* kHead = R"(/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of the TiN chip: byte offsets on its register bus. Generated; do not edit. */
#ifndef TIN_REGISTERS_H
#define TIN_REGISTERS_H

#include <stdint.h>

/* Value of a field in a register's value, and a field's value at its place:
   TIN_GET(TIN_CHIP_SHAPE_PORTS, value), TIN_PUT(TIN_CHIP_ADDRESS_POD, 3). */
#define TIN_GET(field, value) (((uint32_t)(value) & field##_MASK) >> field##_SHIFT)
#define TIN_PUT(field, value) (((uint32_t)(value) << field##_SHIFT) & field##_MASK)

)";

}  // namespace

std::string c_header() {
  std::string text = kHead + define("REGISTER_ADDRESS_BITS", kAddressBits);
  for (const Group& group : kMap) {
    const std::string name = upper(group.name);
    text += fmt::format("\n/* ---- {} */\n", group.text) + define(name, group.base) +
            define(name + "_SIZE", group.size);
    for (const Register& reg : group.registers) text += register_of(group, nullptr, reg);
    for (const RegisterArray& array : group.arrays) {
      text += array_of(group, array);
      for (const Register& reg : array.registers) text += register_of(group, &array, reg);
    }
  }
  return text + "\n#endif\n";
}

}  // namespace tinsim::registers
