// SPDX-License-Identifier: Apache-2.0
// `tinsim check`: validate; print the effective configuration and derived figures.
#include <iostream>
#include <sstream>

#include "base/printable.h"
#include "platform/cli/commands.h"
#include "platform/cli/derived.h"
#include "platform/cli/exanet_check.h"
#include "platform/cli/network_check.h"
#include "platform/cost/cost_text.h"
#include "platform/network/topology/topology.h"
#include "platform/run/run_state.h"

namespace tinsim {
namespace {

void check(const ConfigArguments& arguments) {
  const PlatformConfig config = arguments.load();
  std::stringstream derived;
  if (config.chip == ChipKind::exanet) {
    print_exanet_figures(derived, config);
  } else {
    print_derived(derived, config);
    print_network_figures(derived, config);
  }
  print_cost(derived, config, make_topology(config));
  // All objects of a run before its first cycle: `check` refuses every configuration that a run
  // would refuse.
  RunState state = network_of(config, arguments.file);
  add_platform(state, alone());
  std::cout << printable_lines(print_config(config)) << "\n";
  // As comments, so that the whole output is again a configuration.
  for (std::string line; std::getline(derived, line);)
    std::cout << "# " << printable(line, line.size()) << "\n";
}

}  // namespace

void add_check_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<ConfigArguments>();
  CLI::App* command = program.add_subcommand(
      "check", "validate; print the effective configuration and derived figures");
  arguments->add_to(*command);
  command->callback([arguments, &task] { task.act = [arguments] { check(*arguments); }; });
}

}  // namespace tinsim
