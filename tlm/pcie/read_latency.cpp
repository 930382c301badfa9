// SPDX-License-Identifier: Apache-2.0
// How long a host takes to answer a read, from Philox words.
#include "tlm/pcie/read_latency.h"

#include <algorithm>

#include "platform/traffic/random.h"

namespace tinsim {
namespace {

constexpr uint32_t kStream = 0x50434965;  ///< apart from those of the traffic sources
constexpr int64_t kOne = int64_t{1} << 32;

/// A standard normal variate in Q32, nearly.
int64_t normal(uint64_t seed, uint32_t place, uint64_t number) {
  int64_t sum = 6 - 6 * kOne;  // half of a last place of each word, and the mean
  for (uint64_t n = 0; n < 3; ++n) {
    const Draw words = draw(seed, kStream, place, 3 * number + n);
    sum += int64_t{words.gap} + words.destination + words.size + words.burst;
  }
  return sum;
}

}  // namespace

Cycle read_latency(const PcieParams& params, uint64_t request) {
  if (params.read_sigma == 0) return params.read_cycles;
  const uint32_t place = uint32_t{params.chip} << 8 | params.host;
  // A variate in 370 is outside; after eight of them in a row the mean does.
  int64_t variate = 0;
  for (uint64_t n = 0; n < 8; ++n) {
    const int64_t drawn = normal(params.seed, place, 8 * request + n);
    if (drawn < -3 * kOne || drawn > 3 * kOne) continue;
    variate = drawn;
    break;
  }
  const int64_t deviation = (variate * params.read_sigma / 256 + kOne / 2) >> 32;
  return static_cast<Cycle>(std::max<int64_t>(1, int64_t{params.read_cycles} + deviation));
}

}  // namespace tinsim
