// SPDX-License-Identifier: Apache-2.0
// `tinsim topology`: print the network that a configuration describes.
#include <iostream>

#include "platform/cli/commands.h"
#include "platform/network/topology/export.h"
#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

struct TopologyArguments {
  ConfigArguments config;
  std::string format = "summary";
};

void print(const TopologyArguments& arguments) {
  const PlatformConfig config = arguments.config.load();
  const Topology topology = make_topology(config);
  if (arguments.format == "csv") {
    write_topology_csv(std::cout, config, topology);
  } else if (arguments.format == "dot") {
    write_topology_dot(std::cout, config, topology);
  } else {
    write_topology_summary(std::cout, config, topology);
  }
}

}  // namespace

void add_topology_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<TopologyArguments>();
  CLI::App* command = program.add_subcommand("topology", "print chips, links and hosts");
  arguments->config.add_to(*command);
  command->add_option("--format", arguments->format, "summary, csv or dot")
      ->check(CLI::IsMember({"summary", "csv", "dot"}));
  command->callback([arguments, &task] { task.act = [arguments] { print(*arguments); }; });
}

}  // namespace tinsim
