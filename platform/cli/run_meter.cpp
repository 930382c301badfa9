// SPDX-License-Identifier: Apache-2.0
#include "platform/cli/run_meter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "platform/watch/watch_state.h"

namespace tinsim {

std::string rate_text(const RunProgress& progress, double wall_s) {
  const double us = progress.simulated_us(), left = seconds_left(progress, wall_s);
  std::string text = fmt::format("{:.4g} us", us);
  if (wall_s > 0) text += fmt::format(", {:.3g} us/s", us / wall_s);
  if (std::isfinite(left))
    text += fmt::format(", {}{} left", progress.end_is_known ? "" : "at most ", clock_text(left));
  return text;
}

RunMeter::RunMeter(bool enabled, std::chrono::duration<double> between)
    : enabled_(enabled),
      bar_(enabled),
      between_s_(between.count()),
      next_line_s_(begin_s_ + between_s_) {}

void RunMeter::show(const RunProgress& progress) {
  if (!enabled_) return;
  const double now_s = time_now().wall_s, wall_s = now_s - begin_s_;
  if (isatty(STDERR_FILENO) != 0) return bar_.show(progress.done(), rate_text(progress, wall_s));
  if (now_s < next_line_s_) return;
  next_line_s_ = now_s + between_s_;
  fmt::print(stderr, "tinsim: {:.0f} %, {}: {}\n", 100 * progress.done(),
             progress.measures ? "measurement" : "warm-up", rate_text(progress, wall_s));
  std::fflush(stderr);
}

}  // namespace tinsim
