// SPDX-License-Identifier: Apache-2.0
// Microseconds of a configuration in cycles of its chips, whatever their kind.
#pragma once

#include <cmath>

#include "platform/config/platform_config.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {

/// Rounded up as cycles_of_us() does, for a clock that may be no whole number of MHz.
inline Cycle clock_cycles(const PlatformConfig& config, double us) {
  return saturated(std::ceil(us * config.clock_mhz() - 1e-9));
}

}  // namespace tinsim
