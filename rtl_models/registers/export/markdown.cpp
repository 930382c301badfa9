// SPDX-License-Identifier: Apache-2.0
// The register map as tables of docs/reference/registers.md.
#include <fmt/format.h>

#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"

namespace tinsim::registers {
namespace {

std::string row_of(const Register& reg) {
  std::string text =
      fmt::format("| 0x{:04X} | `{}` | | | | {} |\n", reg.offset, reg.name, reg.text);
  for (const Field& field : reg.all_fields()) {
    const std::string bits = field.msb == field.lsb ? fmt::format("{}", field.lsb)
                                                    : fmt::format("{}..{}", field.msb, field.lsb);
    text += fmt::format("| | `{}` | {} | {} | 0x{:X} | {} |\n", field.name, bits,
                        access_name(field.access), field.reset, field.text);
  }
  return text;
}

std::string table_of(const View<Register>& registers) {
  std::string text =
      "\n| offset | register, field | bits | access | reset | meaning |\n"
      "|---|---|---|---|---|---|\n";
  for (const Register& reg : registers) text += row_of(reg);
  return text;
}

std::string array_of(const Group& group, const RegisterArray& array) {
  std::string index;
  if (array.dimensions() > 1) index = fmt::format("; index {}", index_formula(array, "", ""));
  const char* const whole = array.writes == Writes::whole
                                ? " A write to the last register writes the whole element."
                                : "";
  return fmt::format("\n### {}.{}[{}]\n\n{}{}\nFrom offset 0x{:X}, stride 0x{:X}{}.\n", group.name,
                     array.name, array.count, array.text, whole, array.offset, array.stride,
                     index) +
         table_of(array.registers);
}

}  // namespace

std::string markdown() {
  std::string text = "## Map\n\n| group | base | size | meaning |\n|---|---|---|---|\n";
  for (const Group& group : kMap)
    text += fmt::format("| [`{0}`](#{0}) | 0x{1:06X} | 0x{2:X} | {3} |\n", group.name, group.base,
                        group.size, group.text);
  for (const Group& group : kMap) {
    text += fmt::format("\n## {}\n", group.name);
    if (group.registers.size() != 0) text += table_of(group.registers);
    for (const RegisterArray& array : group.arrays) text += array_of(group, array);
  }
  return text;
}

}  // namespace tinsim::registers
