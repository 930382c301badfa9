// SPDX-License-Identifier: Apache-2.0
// The subcommands: each adds itself to the program with its options and its description.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/ranks/ranks.h"
#include "platform/validate/load.h"

namespace tinsim {

/// A parsed command line: complete, and on all ranks, before any work begins.
struct Task {
  std::function<void()> act;
  bool of_all_ranks = false;  ///< act() is collective; else the first rank's
  std::string must_match;     ///< if so, the text that must be equal on all ranks
  /// Starts ranks that share the work, where the command line has --jobs; null, also as a result:
  /// the present ranks do it. Throws ConfigError.
  std::function<std::unique_ptr<Ranks>()> start_ranks;
};

/// Parsing fills `task`, which `ranks` outlive.
void add_run_command(CLI::App& program, Task& task, Ranks& ranks);
void add_resume_command(CLI::App& program, Task& task);
void add_check_command(CLI::App& program, Task& task);
void add_topology_command(CLI::App& program, Task& task);
void add_report_command(CLI::App& program, Task& task);
void add_schema_command(CLI::App& program, Task& task);
void add_registers_command(CLI::App& program, Task& task);
void add_controller_command(CLI::App& program, Task& task);
void add_sweep_command(CLI::App& program, Task& task, const Ranks& ranks);
void add_trace_paths_command(CLI::App& program, Task& task);
void add_replay_command(CLI::App& program, Task& task);
void add_compare_command(CLI::App& program, Task& task);
void add_wan_command(CLI::App& program, Task& task);

/// Common arguments of every command with a configuration: CONFIG and --set.
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
