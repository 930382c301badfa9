// SPDX-License-Identifier: Apache-2.0
// Random words over a line whose error rate changes and which loses bits at times.
#pragma once

#include "testbench/pcs_chain.h"
#include "testbench/random_stall.h"

namespace tinsim {

class PcsChainStimulus {
 public:
  using In = PcsChainIn;
  using Out = PcsChainOut;

  explicit PcsChainStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    fresh_ = true;
    return {};
  }
  In next(const Out&) {
    In in;
    in.valid_i = words_.go(random_);
    in.control_i = random_.chance(30);
    in.word_i = random_.bits();
    in.lost_i = fresh_ || random_.below(5000) == 0 ? random_.below(Gearbox::kBlockBits + 1) : 0;
    fresh_ = false;
    if (left_-- == 0) {
      constexpr std::array<unsigned, 6> kBlocksPerError = {1000000, 1000, 100, 10, 2, 1};
      blocks_per_error_ = kBlocksPerError[random_.below(kBlocksPerError.size())];
      left_ = random_.range(1, 1000);
    }
    if (random_.below(blocks_per_error_) == 0)
      in.flips_i.set_bit(random_.chance(30) ? random_.below(2) : random_.below(66), true);
    return in;
  }

 private:
  Random random_;
  RandomStall words_;
  bool fresh_ = false;
  unsigned blocks_per_error_ = 1, left_ = 0;
};

}  // namespace tinsim
