// SPDX-License-Identifier: Apache-2.0
// The register map in SystemRDL 2.0.
#include <fmt/format.h>

#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"

namespace tinsim::registers {
namespace {

const char* properties(Access access) {
  switch (access) {
    case Access::rw:
      return "sw = rw; hw = r;";
    case Access::ro:
      return "sw = r; hw = w;";
    case Access::fixed:
      return "sw = r; hw = na;";
    case Access::w1c:
      return "sw = rw; onwrite = woclr; hw = rw; hwset;";
    case Access::rc:
      return "sw = r; onread = rclr; hw = rw; hwset;";
    case Access::wo:
      return "sw = w; hw = r; singlepulse;";
  }
  return "";
}

std::string quoted(const char* text) {
  std::string out = "\"";
  for (; *text != '\0'; ++text) {
    if (*text == '"' || *text == '\\') out += '\\';
    out += *text;
  }
  return out + "\"";
}

std::string register_of(const Register& reg, const std::string& indent) {
  std::string text = fmt::format("{0}reg {{\n{0}  desc = {1};\n", indent, quoted(reg.text));
  for (const Field& field : reg.all_fields()) {
    text += fmt::format("{}  field {{ desc = {}; {} }} {}[{}:{}] = {}'h{:X};\n", indent,
                        quoted(field.text), properties(field.access), field.name, field.msb,
                        field.lsb, field.msb - field.lsb + 1, field.reset);
  }
  return text + fmt::format("{}}} {} @0x{:X};\n", indent, reg.name, reg.offset);
}

std::string array_of(const RegisterArray& array) {
  std::string text = fmt::format("    regfile {{\n      desc = {};\n", quoted(array.text));
  for (const Register& reg : array.registers) text += register_of(reg, "      ");
  return text + fmt::format("    }} {}[{}] @0x{:X} += 0x{:X};\n", array.name, array.count,
                            array.offset, array.stride);
}

}  // namespace

std::string system_rdl() {
  std::string text =
      "// SPDX-License-Identifier: Apache-2.0\n"
      "// Registers of the TiN chip. Generated; do not edit.\n"
      "addrmap tin {\n  name = \"TiN\";\n  default regwidth = 32;\n  default accesswidth = 32;\n"
      "  littleendian;\n";
  for (const Group& group : kMap) {
    text += fmt::format("  regfile {{\n    desc = {};\n", quoted(group.text));
    for (const Register& reg : group.registers) text += register_of(reg, "    ");
    for (const RegisterArray& array : group.arrays) text += array_of(array);
    text += fmt::format("  }} {} @0x{:X};\n", group.name, group.base);
  }
  return text + "};\n";
}

}  // namespace tinsim::registers
