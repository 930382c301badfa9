// SPDX-License-Identifier: Apache-2.0
// `tinsim registers`: the register map of the chip, for firmware, RTL and tools.
#include <iostream>

#include "platform/cli/commands.h"
#include "rtl_models/registers/export/formats.h"

namespace tinsim {
namespace {

void print_registers(const std::string& name) {
  for (const registers::Format& format : registers::formats())
    if (name == format.name) std::cout << format.text();
}

}  // namespace

void add_registers_command(CLI::App& program, Task& task) {
  auto format = std::make_shared<std::string>("md");
  std::vector<std::string> names;
  for (const registers::Format& known : registers::formats()) names.emplace_back(known.name);
  CLI::App* command = program.add_subcommand("registers", "print the register map of the chip");
  command
      ->add_option("--format", *format,
                   "c, cpp, sv (SystemVerilog), rdl (SystemRDL), ipxact, or md (Markdown)")
      ->check(CLI::IsMember(names));
  command->callback([format, &task] { task.act = [format] { print_registers(*format); }; });
}

}  // namespace tinsim
