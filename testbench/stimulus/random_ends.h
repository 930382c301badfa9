// SPDX-License-Identifier: Apache-2.0
// Values at the ends of a field's range, which uniform draws of many bits never give.
#pragma once

#include "testbench/bench_random.h"

namespace tinsim {

/// `value`; in `percent` of a hundred draws zero or all ones instead, each as often.
inline std::uint64_t with_ends(Random& random, unsigned percent, std::uint64_t value) {
  if (!random.chance(percent)) return value;
  return random.chance(50) ? 0 : ~std::uint64_t{0};
}

}  // namespace tinsim
