// SPDX-License-Identifier: Apache-2.0
// Random words of both kinds and pauses for the transmit PCS.
#pragma once

#include "rtl_models/pcs_tx/pcs_tx.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_ends.h"

namespace tinsim {

class PcsTxStimulus {
 public:
  using In = PcsTx::In;
  using Out = PcsTx::Out;

  explicit PcsTxStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }
  In next(const Out&) {
    In in;
    in.valid_i = words_.go(random_);
    in.control_i = random_.chance(30);
    in.word_i = with_ends(random_, 10, random_.bits());
    return in;
  }

 private:
  Random random_;
  RandomStall words_;
};

}  // namespace tinsim
