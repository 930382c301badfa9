// SPDX-License-Identifier: Apache-2.0
// Saturation throughput: a network under overload, after its buffers have filled.
#pragma once

#include "tests/performance/experiment.h"

namespace tinsim {

struct Overload {
  std::string pattern = "uniform";
  std::string mode = "minimal_adaptive";
  unsigned offset = 1;
  double ports = 0;  ///< offered, in port rates R per chip; must exceed the bound
  unsigned class_count = 1;
  double warmup_us = 15, measure_us = 10;
};

inline RunResult saturate(PlatformConfig config, const Overload& load) {
  config.routing.mode = Word{load.mode};
  offer(config, load.pattern, load.ports, load.class_count).offset = load.offset;
  set_times(config, load.warmup_us, load.measure_us);
  return run_fresh(config);
}

/// A link carries a word per cycle at most, but what it carried before the measurement may be
/// delivered within: one part in a thousand covers that for all runs here.
constexpr double kNeverAbove = 1.001;

}  // namespace tinsim
