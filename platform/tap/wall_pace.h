// SPDX-License-Identifier: Apache-2.0
// The pace of simulated time by the clock on the wall.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// A cycle is due slowdown / core_mhz microseconds after the one before. A simulation that is
/// behind by `slack` cycles at most catches up without waiting; one that is further behind has lost
/// the rest: from then on all cycles are due later. So simulated time passes more slowly than it
/// should, but faster by the slack alone.
class WallPace {
 public:
  WallPace(double slowdown, unsigned core_mhz, Cycle slack)
      : per_cycle_(slowdown / core_mhz), slack_(per_cycle_ * slack) {}

  /// Returns when `cycle` is due, or at once when it was. A signal ends the wait early.
  void wait_until(Cycle cycle);
  /// Time on the wall that has been lost.
  uint64_t lost_us() const { return static_cast<uint64_t>(lost_.count()); }

 private:
  using Clock = std::chrono::steady_clock;
  using Microseconds = std::chrono::duration<double, std::micro>;

  Microseconds per_cycle_;
  Microseconds slack_;
  std::optional<Clock::time_point> start_;  ///< when cycle 0 was due, without the lost time
  Microseconds lost_{0};
};

}  // namespace tinsim
