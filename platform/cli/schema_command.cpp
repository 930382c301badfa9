// SPDX-License-Identifier: Apache-2.0
// `tinsim schema`: the configuration's JSON Schema, or its reference tables in Markdown.
#include <iostream>

#include "platform/cli/commands.h"
#include "platform/config/schema.h"

namespace tinsim {
namespace {

void print_schema(const std::string& format) {
  if (format == "json") {
    std::cout << config_schema().dump(2) << "\n";
  } else {
    std::cout << config_reference();
  }
}

}  // namespace

void add_schema_command(CLI::App& program, Task& task) {
  auto format = std::make_shared<std::string>("json");
  CLI::App* command =
      program.add_subcommand("schema", "print the JSON Schema of the configuration, for editors");
  command->add_option("--format", *format, "json or markdown")
      ->check(CLI::IsMember({"json", "markdown"}));
  command->callback([format, &task] { task.act = [format] { print_schema(*format); }; });
}

}  // namespace tinsim
