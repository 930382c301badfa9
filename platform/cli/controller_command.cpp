// SPDX-License-Identifier: Apache-2.0
// `tinsim controller`: print what a controller of the configured network holds.
#include <iostream>

#include "platform/cli/commands.h"
#include "platform/controller/bootstrap/bootstrap_text.h"
#include "platform/controller/flow_state/flow_state.h"

namespace tinsim {

void add_controller_command(CLI::App& program, Task& task) {
  auto config = std::make_shared<ConfigArguments>();
  auto report = std::make_shared<std::string>("state");
  CLI::App* command =
      program.add_subcommand("controller", "print what a controller of the network holds");
  config->add_to(*command);
  command
      ->add_option("--report", *report,
                   "state: flows and groups, and memory of the NIB; bootstrap: times of its waves")
      ->check(CLI::IsMember({"state", "bootstrap"}));
  command->callback([config, report, &task] {
    task.act = [config, report] {
      const control::CliquePlan plan(config->load());
      if (*report == "bootstrap")
        return control::write_bootstrap(std::cout, plan.topology, control::kMeasuredCosts);
      control::write_flow_state(std::cout, control::flow_state(plan));
    };
  });
}

}  // namespace tinsim
