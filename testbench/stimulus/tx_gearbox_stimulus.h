// SPDX-License-Identifier: Apache-2.0
// Random blocks for the transmit gearbox, whose line pauses at times.
#pragma once

#include "rtl_models/tx_gearbox/tx_gearbox.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {

/// Offers new blocks in every cycle, taken or not: only the blocks of the cycle count.
class TxGearboxStimulus {
 public:
  using In = TxGearbox::In;
  using Out = TxGearbox::Out;

  explicit TxGearboxStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }
  In next(const Out&) {
    In in;
    in.enable_i = line_.go(random_);
    in.block0_i = random_wide<66>(random_);
    in.block1_i = random_wide<66>(random_);
    return in;
  }

 private:
  Random random_;
  RandomStall line_;
};

}  // namespace tinsim
