// SPDX-License-Identifier: Apache-2.0
// Cycles of a core clock as time.
#pragma once

namespace tinsim {

/// Cycles in nanoseconds.
inline double cycles_to_ns(double cycles, double core_mhz) { return cycles * 1000 / core_mhz; }

}  // namespace tinsim
