// SPDX-License-Identifier: Apache-2.0
// Random words of parallel iterative matching.
#pragma once

#include "base/random.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// Uniform in 0 to n - 1: the choice that `port`, as an output of a grant or as an input that
/// accepts, makes among `n` others in a round of cycle `now`. Depends on nothing else.
inline unsigned pim_choice(const SwitchParams& params, Cycle now, unsigned round, bool accepts,
                           unsigned port, unsigned n) {
  constexpr uint32_t kEntry = 0x50494d;  // apart from the words of traffic
  const uint64_t number = uint64_t{now} << 16 | round << 8 | unsigned{accepts} << 7 | port;
  uint32_t rest = 0;
  return pick(draw(params.seed, kEntry, params.stream, number).gap, n, rest);
}

}  // namespace tinsim
