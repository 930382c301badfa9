// SPDX-License-Identifier: Apache-2.0
// The register map as a SystemVerilog package, with the tables of block register_file.
#include <fmt/format.h>

#include "rtl_models/registers/decode.h"
#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"

namespace tinsim::registers {
namespace {

std::string address_constant(const std::string& name, std::uint32_t value, const char* text) {
  return fmt::format("  /// {}\n  localparam logic [AddressW-1:0] {} = {}'h{:X};\n", text, name,
                     kAddressBits, value);
}
std::string number(const std::string& name, std::uint32_t value) {
  return fmt::format("  localparam int unsigned {} = {};\n", name, value);
}

std::string register_of(const Group& group, const RegisterArray* array, const Register& reg) {
  const std::string name = camel(full_name(group, array, reg.name));
  std::string text = address_constant(name, address_of(group, array, reg), reg.text);
  text += fmt::format("  localparam logic [31:0] {}Reset = 32'h{:X};\n", name, reg.reset());
  for (const Field& field : reg.all_fields()) {
    const std::string of_field = name + camel(field.name);
    text += number(of_field + "Msb", field.msb) + number(of_field + "Lsb", field.lsb);
  }
  return text;
}

std::string array_of(const Group& group, const RegisterArray& array) {
  const std::string name = camel(full_name(group, nullptr, array.name));
  return address_constant(name + "Base", group.base + array.offset, array.text) +
         number(name + "Count", array.count) + number(name + "Stride", array.stride);
}

/// '{a, b, ...}, the elements of an unpacked array; `value(n)` of each.
template <class Value>
std::string table(const char* name, const char* comment, unsigned count, const char* size,
                  unsigned bits, Value&& value) {
  std::string list;
  for (unsigned n = 0; n < count; ++n)
    list += fmt::format("{}    {}'h{:X}", n == 0 ? "" : ",\n", bits, value(n));
  return fmt::format("  /// {}\n  localparam logic [{}:0] {} [{}] = '{{\n{}\n  }};\n", comment,
                     bits - 1, name, size, list);
}

std::string tables() {
  const auto mask = [](Access access) {
    return [access](unsigned n) { return kPlain[n].reg->mask(access); };
  };
  std::string text = "\n  // ---- block register_file\n" + number("NumPlain", kPlainRegisters) +
                     number("NumWindows", kWindows);
  const auto add = [&text, &mask](const char* name, const char* comment, Access access) {
    text += table(name, comment, kPlainRegisters, "NumPlain", 32, mask(access));
  };
  text += table("PlainAddress", "Addresses of the plain registers.", kPlainRegisters, "NumPlain",
                kAddressBits, [](unsigned n) { return kPlain[n].address; });
  text += table("PlainReset", "Their values after reset.", kPlainRegisters, "NumPlain", 32,
                [](unsigned n) { return kPlain[n].reg->reset(); });
  add("PlainRw", "Their bits that software reads and writes.", Access::rw);
  add("PlainRo", "Their bits that show the hardware.", Access::ro);
  add("PlainFixed", "Their bits that always have their reset value.", Access::fixed);
  add("PlainW1c", "Their bits that writing 1 clears.", Access::w1c);
  add("PlainRc", "Their bits that reading clears.", Access::rc);
  add("PlainWo", "Their bits whose write has an effect once.", Access::wo);
  text += table("WindowFirst", "Addresses of the first registers of the windows.", kWindows,
                "NumWindows", kAddressBits, [](unsigned n) { return kWindowList[n].first; });
  return text + table("WindowLast", "Addresses of their last registers.", kWindows, "NumWindows",
                      kAddressBits, [](unsigned n) { return kWindowList[n].last; });
}

}  // namespace

std::string sv_package() {
  std::string text =
      "// SPDX-License-Identifier: Apache-2.0\n"
      "// Registers of the TiN chip: byte addresses on its register bus. Generated; do not edit.\n"
      "\n/* verilator lint_off UNUSEDPARAM */\npackage tin_registers_pkg;\n\n  /// Bits of an "
      "address.\n" +
      number("AddressW", kAddressBits);
  for (const Group& group : kMap) {
    text += fmt::format("\n  // ---- {}\n", group.text);
    text += address_constant(camel(group.name) + "Base", group.base, "First address.");
    for (const Register& reg : group.registers) text += register_of(group, nullptr, reg);
    for (const RegisterArray& array : group.arrays) {
      text += array_of(group, array);
      for (const Register& reg : array.registers) text += register_of(group, &array, reg);
    }
  }
  return text + tables() + "\nendpackage\n/* verilator lint_on UNUSEDPARAM */\n";
}

}  // namespace tinsim::registers
