// SPDX-License-Identifier: Apache-2.0
// Random words over a line that pauses, whose error rate changes, and which loses bits at times.
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
    in.enable_i = line_.go(random_);
    if (fresh_ || random_.below(5000) == 0) in.lost_i = random_.below(LossyLine::kLineBits + 1);
    fresh_ = false;
    for (unsigned n = 0; n < 2; ++n) {
      in.valid_i[n] = words_.go(random_);
      in.control_i[n] = random_.chance(30);
      in.word_i[n] = random_.bits();
      in.flips_i[n] = flips();
    }
    return in;
  }

 private:
  Bits<66> flips() {
    if (left_-- == 0) {
      constexpr std::array<unsigned, 6> kBlocksPerError = {1000000, 1000, 100, 10, 2, 1};
      blocks_per_error_ = kBlocksPerError[random_.below(kBlocksPerError.size())];
      left_ = random_.range(1, 1000);
    }
    Bits<66> flips;
    if (random_.below(blocks_per_error_) == 0)
      flips.set_bit(random_.chance(30) ? random_.below(2) : random_.below(66), true);
    return flips;
  }

  Random random_;
  RandomStall line_, words_;
  bool fresh_ = false;
  unsigned blocks_per_error_ = 1, left_ = 0;
};

}  // namespace tinsim
