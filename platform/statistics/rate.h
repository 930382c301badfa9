// SPDX-License-Identifier: Apache-2.0
// Bytes as a rate.
#pragma once

#include <cstdint>

namespace tinsim {

/// `bytes` in `cycles` as Gb/s of each host; 0 without hosts or cycles.
inline double ip_gbps(uint64_t bytes, uint64_t cycles, uint64_t hosts, double core_mhz) {
  if (cycles == 0 || hosts == 0) return 0;
  return 8.0 * static_cast<double>(bytes) * core_mhz /
         (1000.0 * static_cast<double>(cycles) * static_cast<double>(hosts));
}

/// The measurement, over which rates are taken.
struct Measured {
  uint64_t cycles = 0;
  double core_mhz = 400;
  double gbps(uint64_t bytes, uint64_t hosts) const {
    return ip_gbps(bytes, cycles, hosts, core_mhz);
  }
};

}  // namespace tinsim
