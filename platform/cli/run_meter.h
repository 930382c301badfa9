// SPDX-License-Identifier: Apache-2.0
// Progress of a run for people: a bar on a terminal, else a line now and then.
#pragma once

#include <chrono>
#include <string>

#include "platform/cli/progress_bar.h"
#include "platform/run/run_progress.h"

namespace tinsim {

class RunMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// `enabled` false: nothing is shown. A line goes to standard error where that is no terminal,
  /// the first after the time `between` lines, so that short runs print none.
  explicit RunMeter(bool enabled, Clock::duration between = std::chrono::seconds(20));

  void show(const RunProgress& progress);
  void clear() { bar_.clear(); }

 private:
  bool enabled_;
  bool is_terminal_;
  ProgressBar bar_;
  Clock::time_point begin_ = Clock::now();
  Clock::duration between_;
  Clock::time_point next_line_;
};

/// "12.3 us, 4.56 us/s, at most 0:45 left"
std::string rate_text(const RunProgress& progress, double wall_s);

}  // namespace tinsim
