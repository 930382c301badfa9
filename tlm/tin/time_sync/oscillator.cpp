// SPDX-License-Identifier: Apache-2.0
// The clock of a chip, off by parts per million and drifting.
#include "tlm/tin/time_sync/oscillator.h"

#include <algorithm>
#include <cmath>

namespace tinsim {

Oscillator Oscillator::of_ppm(double offset_ppm, double drift_ppm_per_s, uint32_t phase,
                              unsigned core_mhz) {
  constexpr double kPerPpm = static_cast<double>(int64_t{1} << kFractionBits) / 1e6;
  const double seconds = kDriftCycles / (core_mhz * 1e6);
  return {std::llround(offset_ppm * kPerPpm), std::llround(drift_ppm_per_s * seconds * kPerPpm),
          uint64_t{phase} << (kFractionBits - 32)};
}

// Edges are within a thousandth of cycles, so that the search ends after few steps.
Cycle Oscillator::first_with(int64_t wanted, Cycle from) const {
  if (edges(from) >= wanted) return from;
  int64_t at = from;
  for (int64_t left = wanted - edges(from); left > 1; left = wanted - edges(static_cast<Cycle>(at)))
    at += std::max<int64_t>(left - 1 - left / 512, 1);
  while (edges(static_cast<Cycle>(at)) < wanted) ++at;
  return static_cast<Cycle>(at);
}

}  // namespace tinsim
