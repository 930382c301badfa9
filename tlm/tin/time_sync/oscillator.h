// SPDX-License-Identifier: Apache-2.0
// The clock of a chip, off by parts per million and drifting: which of its edges fall into which
// cycle of the simulation.
#pragma once

#include <cstdint>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Exact: integers of 2^-40 edges. A cycle of the simulation has one edge on average, of a fast
/// clock sometimes two, of a slow one sometimes none.
class Oscillator {
 public:
  static constexpr unsigned kFractionBits = 40;
  /// The offset changes once in so many cycles, 164 us at 400 MHz.
  static constexpr Cycle kDriftCycles = Cycle{1} << 16;

  /// Nominal.
  Oscillator() = default;
  /// `offset`: edges more than one in each cycle, at cycle 0; `drift`: by how much that changes in
  /// kDriftCycles; `phase`: of the edges. All in 2^-40 edges, the phase below one edge.
  Oscillator(int64_t offset, int64_t drift, uint64_t phase)
      : offset_(offset), drift_(drift), phase_(static_cast<int64_t>(phase)) {}
  /// The same in ppm and ppm per second; `phase` in 2^-32 of an edge.
  static Oscillator of_ppm(double offset_ppm, double drift_ppm_per_s, uint32_t phase,
                           unsigned core_mhz);

  /// Edges up to and including cycle `at`, from any first one; less than 2^31 cycles.
  int64_t edges(Cycle at) const { return int64_t{at} + (gained(at) >> kFractionBits); }
  /// The first cycle from `from` on in which that is at least `edges`.
  Cycle first_with(int64_t edges, Cycle from) const;

  /// By how much the clock is ahead of a nominal one, in 2^-40 edges.
  int64_t gained(Cycle at) const {
    const int64_t blocks = at / kDriftCycles, rest = at % kDriftCycles;
    const int64_t steps = int64_t{kDriftCycles} * (blocks * (blocks - 1) / 2) + blocks * rest;
    return phase_ + offset_ * int64_t{at} + drift_ * steps;
  }

 private:
  int64_t offset_ = 0, drift_ = 0, phase_ = 0;
};

}  // namespace tinsim
