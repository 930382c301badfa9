// SPDX-License-Identifier: Apache-2.0
// Frames on an Ethernet wire: the rate in lowest terms.
#include "tlm/ethernet/mac.h"

#include <fmt/core.h>

#include <numeric>

#include "base/errors.h"

namespace tinsim {

WireRate wire_rate(uint64_t bits_per_second, uint64_t core_hz) {
  constexpr uint64_t kMost = uint64_t{1} << 24;
  const uint64_t common = std::gcd(bits_per_second, core_hz);
  if (bits_per_second == 0 || core_hz == 0 || bits_per_second / common > kMost ||
      core_hz / common > kMost) {
    throw ConfigError(
        fmt::format("Ethernet: {} bit/s at a core clock of {} Hz; expected rates above zero whose "
                    "ratio in lowest terms has no number above {}",
                    bits_per_second, core_hz, kMost));
  }
  return {bits_per_second / common, core_hz / common};
}

}  // namespace tinsim
