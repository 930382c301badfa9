// SPDX-License-Identifier: Apache-2.0
// Blocks from a line that is clean, noisy or broken by turns, with pauses, for the receive PCS.
#pragma once

#include "rtl_models/parts/block66.h"
#include "rtl_models/pcs_rx/pcs_rx.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// The shares of bad headers are near the thresholds: one in 64 for lock, sixteen for its loss.
class PcsRxStimulus {
 public:
  using In = PcsRx::In;
  using Out = PcsRx::Out;

  explicit PcsRxStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }
  In next(const Out&) {
    In in;
    in.block_valid_i = blocks_.go(random_);
    in.block_i = make_block(in.block_valid_i ? sync() : random_.below(4), random_.bits());
    return in;
  }

 private:
  unsigned sync() {
    constexpr std::array<unsigned, 8> kBadPercent = {0, 0, 1, 2, 15, 22, 26, 50};
    if (left_ == 0) {
      bad_percent_ = kBadPercent[random_.below(kBadPercent.size())];
      left_ = random_.range(1, 400);
    }
    --left_;
    const bool second = random_.below(2);
    if (random_.chance(bad_percent_)) return second ? 0b11 : 0b00;
    return second ? kSyncData : kSyncControl;
  }

  Random random_;
  RandomStall blocks_;
  unsigned bad_percent_ = 0, left_ = 0;  ///< of this profile: share of bad headers, blocks left
};

}  // namespace tinsim
