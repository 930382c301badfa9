// SPDX-License-Identifier: Apache-2.0
// Codewords of random blocks, back to back or apart, for the FEC encoder.
#pragma once

#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {

class RsFecEncoderStimulus {
 public:
  using In = RsFecEncoder::In;
  using Out = RsFecEncoder::Out;

  explicit RsFecEncoderStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    left_ = 0;
    return {};
  }
  In next(const Out&) {
    if (left_ == 0 && codewords_.go(random_)) {
      left_ = kBlocksPerFrame;
      sparse_ = random_.chance(20);
    }
    In in;
    in.block_i = block();
    in.valid_i = left_ > 0;
    if (left_ > 0) --left_;
    return in;
  }

 private:
  Bits<66> block() {
    if (!sparse_) return random_wide<66>(random_);
    Bits<66> block;
    if (random_.chance(10)) {
      for (unsigned bit = 0; bit < 66; ++bit) block.set_bit(bit, true);
      return block;
    }
    if (random_.chance(30)) block.set_bit(random_.below(66), true);
    return block;
  }

  Random random_;
  RandomStall codewords_;
  unsigned left_ = 0;  ///< blocks left of the codeword that was begun
  bool sparse_ = false;
};

}  // namespace tinsim
