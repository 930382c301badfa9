// SPDX-License-Identifier: Apache-2.0
// Progress of a run for people: a bar on a terminal, else a line now and then.
#pragma once

#include <chrono>
#include <string>

#include "base/stopwatch.h"
#include "platform/cli/progress_bar.h"
#include "platform/run/run_progress.h"

namespace tinsim {

class RunMeter {
 public:
  /// `enabled` false: nothing is shown. A line goes to standard error where that is no terminal,
  /// the first after the time `between` lines, so that short runs print none.
  explicit RunMeter(bool enabled, std::chrono::duration<double> between = std::chrono::seconds(20));

  void show(const RunProgress& progress);
  void clear() { bar_.clear(); }

 private:
  bool enabled_;
  ProgressBar bar_;
  double begin_s_ = time_now().wall_s;
  double between_s_;
  double next_line_s_;
};

/// "12.3 us, 4.56 us/s, at most 0:45 left"
std::string rate_text(const RunProgress& progress, double wall_s);

}  // namespace tinsim
