// SPDX-License-Identifier: Apache-2.0
// Time spent, by the clock on the wall and by that of this process.
#pragma once

#include <ctime>

namespace tinsim {

struct TimeSpent {
  double wall_s = 0;
  double cpu_s = 0;

  TimeSpent operator-(const TimeSpent& o) const { return {wall_s - o.wall_s, cpu_s - o.cpu_s}; }
  void operator+=(const TimeSpent& o) {
    wall_s += o.wall_s;
    cpu_s += o.cpu_s;
  }
};

/// By the process in whose place this one goes on.
inline TimeSpent spent_before;

/// Only differences mean something.
inline TimeSpent time_now() {
  const auto seconds = [](clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  };
  TimeSpent now = {seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
  now += spent_before;
  return now;
}

/// From now on time_now() goes on from `at`, which was read in another process.
inline void go_on_from(const TimeSpent& at) { spent_before += at - time_now(); }

}  // namespace tinsim
