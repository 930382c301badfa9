// SPDX-License-Identifier: Apache-2.0
// Microseconds of the configuration in core cycles.
#pragma once

#include <algorithm>
#include <cmath>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Saturates at kNoCycle: a limit may be longer than any run.
inline Cycle saturated(double cycles) {
  return static_cast<Cycle>(std::min(cycles, double{kNoCycle}));
}

/// Rounded up, but 2.5 us at 400 MHz are exactly 1000 cycles in spite of binary fractions.
inline Cycle cycles_of_us(double us, unsigned core_mhz) {
  return saturated(std::ceil(us * core_mhz - 1e-9));
}

}  // namespace tinsim
