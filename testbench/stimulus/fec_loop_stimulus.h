// SPDX-License-Identifier: Apache-2.0
// Random codewords over a line whose error rate changes, for FEC encoder and decoder in a row.
#pragma once

#include "testbench/fec_loop.h"
#include "testbench/stimulus/rs_fec_encoder_stimulus.h"

namespace tinsim {

class FecLoopStimulus {
 public:
  using In = FecLoopIn;
  using Out = FecLoopOut;

  explicit FecLoopStimulus(std::uint64_t seed) : random_(~seed), blocks_(seed) {}

  In restart() {
    blocks_.restart();
    return {};
  }
  In next(const Out&) {
    const RsFecEncoder::In sent = blocks_.next({});
    In in;
    in.valid_i = sent.valid_i;
    in.block_i = sent.block_i;
    if (left_-- == 0) {
      constexpr std::array<unsigned, 5> kWordsPerError = {1000000, 50, 10, 4, 2};
      words_per_error_ = kWordsPerError[random_.below(kWordsPerError.size())];
      left_ = random_.range(1, 1000);
    }
    // A burst of up to nine bits touches one symbol or two.
    if (random_.below(words_per_error_) == 0) {
      const unsigned from = random_.below(70), length = random_.range(1, 9);
      for (unsigned n = from; n < from + length && n < 70; ++n)
        in.flips_i.set_bit(n, random_.chance(70));
    }
    return in;
  }

 private:
  Random random_;
  RsFecEncoderStimulus blocks_;
  unsigned words_per_error_ = 1, left_ = 0;
};

}  // namespace tinsim
