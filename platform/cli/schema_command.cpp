// SPDX-License-Identifier: Apache-2.0
// `tinsim schema`: the configuration's JSON Schema, or reference tables in Markdown.
#include <iostream>

#include "platform/cli/commands.h"
#include "platform/config/schema.h"
#include "platform/result/result_reference.h"
#include "platform/services/registry.h"
#include "platform/statistics/section.h"

namespace tinsim {
namespace {

void print_schema(const std::string& format) {
  if (format == "json") {
    std::cout << config_schema().dump(2) << "\n";
  } else if (format == "results") {
    std::cout << results_reference(all_sections());
  } else {
    std::cout << config_reference();
  }
}

}  // namespace

void add_schema_command(CLI::App& program, Task& task) {
  auto format = std::make_shared<std::string>("json");
  CLI::App* command =
      program.add_subcommand("schema", "print the JSON Schema of the configuration, for editors");
  command
      ->add_option("--format", *format,
                   "json, markdown, or results: the files of a run, in Markdown")
      ->check(CLI::IsMember({"json", "markdown", "results"}));
  command->callback([format, &task] { task.act = [format] { print_schema(*format); }; });
}

}  // namespace tinsim
