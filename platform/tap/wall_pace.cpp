// SPDX-License-Identifier: Apache-2.0
// The pace of simulated time by the clock on the wall.
#include "platform/tap/wall_pace.h"

#include <time.h>

namespace tinsim {

void WallPace::wait_until(Cycle cycle) {
  if (!start_) start_ = Clock::now();
  const Microseconds since_start = Clock::now() - *start_;
  const Microseconds left = per_cycle_ * cycle + lost_ - since_start;
  if (left <= -slack_) lost_ -= left + slack_;
  if (left <= Microseconds::zero()) return;
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
  const timespec time = {ns / 1'000'000'000, ns % 1'000'000'000};
  ::nanosleep(&time, nullptr);
}

}  // namespace tinsim
