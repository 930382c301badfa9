// SPDX-License-Identifier: Apache-2.0
// Keys of the regions that the platform registers for its own hosts.
#pragma once

#include "base/random.h"
#include "rtl_models/parts/rma_region.h"

namespace tinsim {

/// Of region `number` of `host`: 128 bits of a random stream of the run, so that only
/// those that received it can derive keys from it.
inline RegionKey region_key(uint64_t seed, uint32_t host, uint32_t number) {
  constexpr uint32_t kStream = 0x524B6579;  // apart from those of traffic
  const Draw bits = draw(seed, kStream, host, number);
  return {uint64_t{bits.gap} << 32 | bits.destination, uint64_t{bits.size} << 32 | bits.burst};
}

}  // namespace tinsim
