// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run (docs/guide/long_runs.md): the memory of the process in a file, from time to
// time.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "platform/config/platform_config.h"

namespace tinsim {

/// Options of `tinsim run`.
struct CheckpointArguments {
  std::string file;     ///< empty: no checkpoints
  double minutes = 10;  ///< of wall time, from one to the next

  bool are_on() const { return !file.empty(); }
  void add_to(CLI::App& command);
  /// Refuses runs that have more than the memory of one process. May start this program again
  /// (fix_addresses).
  void prepare(const PlatformConfig& config) const;
};

class Checkpoints {
 public:
  explicit Checkpoints(const CheckpointArguments& arguments);

  /// At the end of a batch: saves the process if it is time. Returns in the resumed process too. If
  /// that fails, it says so on standard error, and the run goes on.
  void after_batch();
  /// The run is complete: there is nothing to go on with.
  void remove();

 private:
  std::string file_;  ///< empty: none
  double between_s_;
  double next_s_;
};

}  // namespace tinsim
