// SPDX-License-Identifier: Apache-2.0
// Random stalls of the links of a switch, as a pure function of the cycle: the same for every
// implementation.
#pragma once

#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// For benches: link p cannot begin a cell in a fraction of the cycles.
class LinkStalls {
 public:
  /// `eighths`: how many of eight cycles a link is stalled, 0..7.
  LinkStalls(uint64_t seed, unsigned eighths) : seed_(seed), eighths_(eighths) {}

  /// Mask of links that can begin a cell in the cycle after `now`; a bit stands for the links with
  /// its number modulo 64.
  uint64_t ready(Cycle now) const {
    // Bit-sliced comparison of a three-bit random number per link with `eighths_`.
    uint64_t less = 0;
    for (unsigned bit = 0; bit < 3; ++bit) {
      const uint64_t random = mix64(seed_ ^ (uint64_t{now} << 2 | bit));
      less = eighths_ >> bit & 1 ? less | ~random : less & ~random;
    }
    return ~less;
  }

 private:
  uint64_t seed_;
  unsigned eighths_;
};

}  // namespace tinsim
