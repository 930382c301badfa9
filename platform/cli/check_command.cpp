// SPDX-License-Identifier: Apache-2.0
// `tinsim check`: validate; print the effective configuration and what follows from it.
#include <iostream>
#include <sstream>

#include "platform/cli/commands.h"
#include "platform/cli/derived.h"
#include "platform/cli/network_check.h"

namespace tinsim {
namespace {

void check(const ConfigArguments& arguments) {
  const PlatformConfig config = arguments.load();
  std::stringstream derived;
  print_derived(derived, config);
  print_network_figures(derived, config);
  std::cout << print_config(config) << "\n";
  // As comments, so that the whole output is again a configuration.
  for (std::string line; std::getline(derived, line);) std::cout << "# " << line << "\n";
}

}  // namespace

void add_check_command(CLI::App& program) {
  auto arguments = std::make_shared<ConfigArguments>();
  CLI::App* command = program.add_subcommand(
      "check", "validate; print the effective configuration and derived figures");
  arguments->add_to(*command);
  command->callback([arguments] { check(*arguments); });
}

}  // namespace tinsim
