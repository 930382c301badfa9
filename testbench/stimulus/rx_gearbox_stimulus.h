// SPDX-License-Identifier: Apache-2.0
// Random line words with pauses, and slips: none, few, or one after another.
#pragma once

#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {

class RxGearboxStimulus {
 public:
  using In = RxGearbox::In;
  using Out = RxGearbox::Out;

  explicit RxGearboxStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }
  In next(const Out&) {
    In in;
    in.valid_i = line_.go(random_);
    in.line_i = random_wide<70>(random_);
    in.slip_i = slip();
    return in;
  }

 private:
  bool slip() {
    constexpr std::array<unsigned, 6> kPercent = {0, 0, 2, 20, 60, 100};
    if (left_ == 0) {
      percent_ = kPercent[random_.below(kPercent.size())];
      left_ = random_.range(1, 200);
    }
    --left_;
    return random_.chance(percent_);
  }

  Random random_;
  RandomStall line_;
  unsigned percent_ = 0, left_ = 0;  ///< of this profile: share of slips, cycles left
};

}  // namespace tinsim
