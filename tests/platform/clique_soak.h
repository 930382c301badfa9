// SPDX-License-Identifier: Apache-2.0
// How many times more `make soak` tests.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace tinsim::control {

/// 1 without TINSIM_SOAK_FACTOR.
inline unsigned soak() {
  const char* const factor = std::getenv("TINSIM_SOAK_FACTOR");
  return factor != nullptr ? std::max(1u, static_cast<unsigned>(std::strtoul(factor, nullptr, 10)))
                           : 1;
}

/// `all`, of which `part` without TINSIM_SOAK_FACTOR.
inline unsigned soak_of(unsigned part, unsigned all) {
  return soak() == 1 ? part : std::max(all, part * soak());
}

}  // namespace tinsim::control
