// SPDX-License-Identifier: Apache-2.0
// Random packets in random lattices, with registers that change, for ExaNet's dimension order.
#pragma once

#include "rtl_models/exanet_dor_stage/exanet_dor_stage.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/exanet_lattice.h"

namespace tinsim {

class ExanetDorStageStimulus {
 public:
  using In = ExanetDorStage::In;
  using Out = ExanetDorStage::Out;

  explicit ExanetDorStageStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    held_ = {};
    random_exanet_lattice(random_, held_);
    random_exanet_registers(random_, held_);
    return held_;
  }

  In next(const Out&) {
    if (random_.chance(5)) random_exanet_registers(random_, held_);
    In in = held_;
    in.valid_i = packets_.go(random_);
    in.dst_i = random_exanet_place(random_, held_);
    in.src_i = random_exanet_place(random_, held_);
    return in;
  }

 private:
  Random random_;
  RandomStall packets_;
  In held_;
};

}  // namespace tinsim
