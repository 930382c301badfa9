// SPDX-License-Identifier: Apache-2.0
// One simulation run: configuration in, result files and a result table out.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

#include "platform/config/platform_config.h"

namespace tinsim {

struct RunOptions {
  std::filesystem::path out_dir;         ///< an existing folder to fill; empty: write no files
  bool quiet = false;                    ///< no table
  std::string config_path;               ///< as the user named it, for the summary
  std::function<void(double)> progress;  ///< called with 0..1 as the run advances; may be empty
};

struct RunResult {};

/// Builds the platform and runs it. Precondition: validate() found no error. Throws ConfigError
/// for a bad input file and InvariantError when the model breaks one of its rules.
RunResult run_simulation(const PlatformConfig& config, const RunOptions& options);

/// The result table.
void print_result(std::ostream& out, const RunResult& result);

}  // namespace tinsim
