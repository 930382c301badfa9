// SPDX-License-Identifier: Apache-2.0
// Codewords with none to many wrong symbols, back to back or apart, for the FEC decoder.
#pragma once

#include "rtl_models/parts/gf256.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_wide.h"

namespace tinsim {

class RsFecDecoderStimulus {
 public:
  using In = RsFecDecoder::In;
  using Out = RsFecDecoder::Out;

  explicit RsFecDecoderStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    next_ = 0;
    return {};
  }
  In next(const Out&) {
    In in;
    if (next_ == 0 && !codewords_.go(random_)) {
      in.line_i = random_wide<70>(random_);
      return in;
    }
    if (next_ == 0) draw();
    in.valid_i = true;
    in.first_i = next_ == 0;
    in.line_i = frame_.line(next_);
    next_ = (next_ + 1) % kBlocksPerFrame;
    return in;
  }

 private:
  void draw() {
    for (unsigned n = 0; n < kBlocksPerFrame; ++n) frame_.put_block(n, random_wide<66>(random_));
    frame_.encode();
    constexpr std::array<unsigned, 10> kErrors = {0, 1, 1, 2, 2, 2, 3, 4, 8, 30};
    if (random_.chance(15)) {
      hit_few_roots();
    } else {
      hit_symbols(kErrors[random_.below(kErrors.size())]);
    }
  }
  /// Errors of one value in a third of the codewords: then the first syndrome may be zero.
  void hit_symbols(unsigned count) {
    const bool equal = random_.chance(30);
    std::uint8_t error = nonzero();
    for (; count > 0; --count) {
      frame_.flip(random_.below(kRsSymbols), error);
      if (!equal) error = nonzero();
    }
  }
  /// A multiple of some of the generator's four factors: the syndromes of these are zero.
  void hit_few_roots() {
    std::array<std::uint8_t, kRsParity + 1> errors = {nonzero()};
    unsigned degree = 0;
    for (unsigned root = 0; root < kRsParity; ++root) {
      if (random_.chance(50)) continue;
      ++degree;
      for (unsigned n = degree; n > 0; --n)
        errors[n] ^= gf256::multiply(errors[n - 1], gf256::power(root));
    }
    const unsigned from = random_.below(kRsSymbols - degree);
    for (unsigned n = 0; n <= degree; ++n) frame_.flip(from + n, errors[n]);
  }
  std::uint8_t nonzero() { return static_cast<std::uint8_t>(random_.range(1, 255)); }

  Random random_;
  RandomStall codewords_;
  FecFrame frame_;
  unsigned next_ = 0;  ///< number of the next line word
};

}  // namespace tinsim
