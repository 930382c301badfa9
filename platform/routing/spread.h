// SPDX-License-Identifier: Apache-2.0
// Table entries: eight candidates out of any number of ports.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/parts/route_choice.h"

namespace tinsim {

/// Eight consecutive items of the endless repetition of `items`, from `start` on. Entries that
/// share links and start eight items apart together use every item equally often, give or take one.
inline Candidates spread(const std::vector<uint8_t>& items, unsigned start) {
  Candidates candidates;
  candidates.fill(kNoRoute);
  for (unsigned i = 0; i < candidates.size() && !items.empty(); ++i)
    candidates[i] = items[(start + i) % items.size()];
  return candidates;
}

}  // namespace tinsim
