// SPDX-License-Identifier: Apache-2.0
// Random stalls with alternating profiles: free running, bursts, trickle and standstill.
#pragma once

#include "testbench/bench_random.h"

namespace tinsim {

/// A uniform stall probability hides faults of long waits of one side; so the probability itself
/// changes every few dozen cycles.
class RandomStall {
 public:
  /// True when the stream may move in this cycle.
  bool go(Random& random) {
    if (fixed_percent() >= 0) return random.chance(static_cast<unsigned>(fixed_percent()));
    if (cycles_left_ == 0) {
      constexpr std::array<unsigned, 6> kPercent = {100, 100, 90, 50, 10, 0};
      percent_ = kPercent[random.below(kPercent.size())];
      cycles_left_ = random.range(1, percent_ == 0 ? 60 : 200);
    }
    --cycles_left_;
    return percent_ == 100 || random.chance(percent_);
  }

  /// Of all streams of the program: how often in a hundred cycles a stream may move; below 0, as at
  /// the start, the profiles alternate.
  static int& fixed_percent() {
    static int percent = -1;
    return percent;
  }

 private:
  unsigned percent_ = 100, cycles_left_ = 0;
};

}  // namespace tinsim
