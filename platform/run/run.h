// SPDX-License-Identifier: Apache-2.0
// One simulation run: configuration in, result out.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "platform/config/platform_config.h"
#include "platform/ranks/ranks.h"
#include "platform/run/run_progress.h"
#include "platform/statistics/result.h"

namespace tinsim {

struct RunOptions {
  std::string config_path;                           ///< as the user named it, for the summary
  std::function<void(const RunProgress&)> progress;  ///< called after each batch; may be empty
  RunWatcher* watcher = nullptr;                     ///< outlives the run; null: none
  std::filesystem::path trace_folder;  ///< exists; needed where the configuration has traces
  Ranks* ranks = nullptr;              ///< that share the work; null: this process alone
  /// Called when the network is built, before its first cycle, and may still name a trace folder;
  /// may be empty.
  std::function<void(RunOptions&)> built;
  /// Number of the signal that requests an early end, 0: none. Called once per batch; may be empty.
  std::function<int()> cut_by;
};

/// A run whose start is over (run.start_us, docs/guide/sweep.md): up to here it is the same for all
/// configurations that differ in the loads of the traffic only.
class StartedRun {
 public:
  /// Builds the platform, proves its routing free of deadlock, and simulates the start, if there is
  /// one. Precondition and errors: run_simulation().
  StartedRun(const PlatformConfig& config, const RunOptions& options);
  ~StartedRun();

  /// Ends the run as `config`, which may have other loads than the constructor's. Once only.
  RunResult finish(const PlatformConfig& config);

 private:
  std::unique_ptr<class Run> run_;
};

/// Builds the platform, proves its routing free of deadlock, runs warm-up and measurement, audits
/// the invariants. Precondition: validate() found no error. Throws ConfigError for a bad input file
/// or cyclic routing, and InvariantError when the model breaks one of its rules; traces then hold
/// what happened up to there. A run that is cut ends a batch or two later, and its result says so
/// (RunResult::cut). With several ranks all call this with the same configuration; only the first
/// needs a trace folder and receives the result; an exception at one is thrown at all.
RunResult run_simulation(const PlatformConfig& config, const RunOptions& options);

}  // namespace tinsim
