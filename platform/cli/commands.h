// SPDX-License-Identifier: Apache-2.0
// The subcommands: each adds itself to the program with its options and what it does.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "platform/config/reader.h"
#include "platform/parallel/ranks.h"

namespace tinsim {

/// `ranks` outlive the program.
void add_run_command(CLI::App& program, Ranks& ranks);
void add_check_command(CLI::App& program);
void add_topology_command(CLI::App& program);
void add_report_command(CLI::App& program);
void add_schema_command(CLI::App& program);
void add_sweep_command(CLI::App& program, const Ranks& ranks);

/// What every command that takes a configuration shares: CONFIG and --set.
struct ConfigArguments {
  std::string file;
  std::vector<std::string> overrides;

  void add_to(CLI::App& command) {
    command.add_option("CONFIG", file, "configuration file (YAML)")->required();
    command
        .add_option("--set", overrides, "override one value, for example --set traffic.0.load=0.5")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
  }
  PlatformConfig load() const { return load_config(file, overrides); }
};

}  // namespace tinsim
