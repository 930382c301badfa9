// SPDX-License-Identifier: Apache-2.0
// The register map as an IP-XACT component, IEEE 1685-2022.
#include <fmt/format.h>

#include "rtl_models/registers/export/formats.h"
#include "rtl_models/registers/export/names.h"

namespace tinsim::registers {
namespace {

std::string escaped(const char* text) {
  std::string out;
  for (; *text != '\0'; ++text) {
    const char c = *text;
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

/// <ipxact:name>text</ipxact:name>
std::string element(const char* name, const std::string& text) {
  return fmt::format("<ipxact:{0}>{1}</ipxact:{0}>", name, text);
}
std::string named(const char* name, const char* text) {
  return element("name", name) + element("description", escaped(text));
}
std::string hex(std::uint32_t value) { return fmt::format("'h{:X}", value); }

std::string policy(Access access) {
  switch (access) {
    case Access::rw:
      return element("access", "read-write");
    case Access::ro:
    case Access::fixed:
      return element("access", "read-only");
    case Access::w1c:
      return element("access", "read-write") + element("modifiedWriteValue", "oneToClear");
    case Access::rc:
      return element("access", "read-only") + element("readAction", "clear");
    case Access::wo:
      return element("access", "write-only");
  }
  return "";
}

std::string field_of(const Field& field) {
  const bool hardware_writes =
      field.access == Access::ro || field.access == Access::w1c || field.access == Access::rc;
  return element("field",
                 named(field.name, field.text) + element("bitOffset", std::to_string(field.lsb)) +
                     element("bitWidth", std::to_string(field.msb - field.lsb + 1)) +
                     element("volatile", hardware_writes ? "true" : "false") +
                     element("resets", element("reset", element("value", hex(field.reset)))) +
                     element("fieldAccessPolicies",
                             element("fieldAccessPolicy", policy(field.access)))) +
         "\n";
}

std::string register_of(const Register& reg) {
  std::string fields;
  for (const Field& field : reg.all_fields()) fields += field_of(field);
  return element("register", named(reg.name, reg.text) + element("addressOffset", hex(reg.offset)) +
                                 element("size", "32") + "\n" + fields) +
         "\n";
}

std::string array_of(const RegisterArray& array) {
  std::string registers;
  for (const Register& reg : array.registers) registers += register_of(reg);
  return element("registerFile", named(array.name, array.text) +
                                     element("array", element("dim", std::to_string(array.count)) +
                                                          element("stride", hex(array.stride))) +
                                     element("addressOffset", hex(array.offset)) +
                                     element("range", hex(array.stride)) + "\n" + registers) +
         "\n";
}

std::string block_of(const Group& group) {
  std::string registers;
  for (const Register& reg : group.registers) registers += register_of(reg);
  for (const RegisterArray& array : group.arrays) registers += array_of(array);
  return element("addressBlock", named(group.name, group.text) +
                                     element("baseAddress", hex(group.base)) +
                                     element("range", hex(group.size)) + element("width", "32") +
                                     "\n" + registers) +
         "\n";
}

}  // namespace

std::string ip_xact() {
  std::string blocks;
  for (const Group& group : kMap) blocks += block_of(group);
  const std::string map =
      element("memoryMaps", element("memoryMap", named("registers", "Register bus") + "\n" +
                                                     blocks + element("addressUnitBits", "8")));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
      "<!-- Registers of the TiN chip. Generated; do not edit. -->\n"
      "<ipxact:component xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2022\">\n"
      "{}{}{}{}\n{}\n</ipxact:component>\n",
      element("vendor", "tinsim"), element("library", "tinsim"), element("name", "tin"),
      element("version", fmt::format("{}.{}", kVersionMajor, kVersionMinor)), map);
}

}  // namespace tinsim::registers
