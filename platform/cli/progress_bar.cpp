// SPDX-License-Identifier: Apache-2.0
// Progress bar on standard error, shown only on a terminal.
#include "platform/cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace tinsim {

void ProgressBar::show(double done, const std::string& note) {
  const int percent = static_cast<int>(std::clamp(done, 0.0, 1.0) * 100);
  if (!enabled_ || (percent == percent_ && note == note_)) return;
  if (isatty(STDERR_FILENO) == 0) return;  // a run may go on elsewhere
  percent_ = percent;
  note_ = note;
  fmt::print(stderr, "\r[{:<50}] {:3} %{}{:<40}",
             std::string(static_cast<size_t>(percent / 2), '#'), percent, note.empty() ? "" : "  ",
             note);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (percent_ >= 0) fmt::print(stderr, "\r{:100}\r", "");
  percent_ = -1;
}

}  // namespace tinsim
