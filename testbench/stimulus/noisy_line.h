// SPDX-License-Identifier: Apache-2.0
// One direction of a line between two chips: delay, wrong bits, darkness, and its framer.
#pragma once

#include <deque>

#include "rtl_models/tin_switch/transmit_line.h"
#include "testbench/bench_random.h"

namespace tinsim {

struct NoisyLineParams {
  bool fec = false;
  unsigned wire_cycles = 0;
  unsigned noise_per_10000 = 0;  ///< codewords, or line words without FEC, with wrong bits
  unsigned dark_per_10000 = 0;   ///< line words at which the line goes dark
};

/// Wrong bits are drawn so that no wrong control word passes its CRC: a receiver would be misled,
/// and the switch behind it would rightly report a broken rule. A single wrong bit is three in the
/// words after the descrambler, and the CRC finds all odd numbers. With FEC there are one or two
/// wrong symbols, which are corrected, or three in some codewords.
class NoisyLine {
 public:
  struct Arriving {
    bool signal = false;
    LineWord word;
  };

  void restart(const NoisyLineParams& params) {
    params_ = params;
    flying_.assign(params.wire_cycles, LineWord());
    began_ = false;
    dark_ = calm_ = place_ = 0;
    flips_.clear();
  }

  Arriving turn(Random& random, const LineWord& sent) {
    flying_.push_back(sent);
    Arriving at{true, flying_.front()};
    flying_.pop_front();
    began_ |= at.word.valid;
    if (at.word.valid) disturb(random, at.word);
    if (!began_ || dark_ > 0) at = {};
    if (dark_ > 0 && !params_.fec) --dark_;
    return at;
  }

 private:
  static constexpr unsigned kLineBits = 70, kCodewordBits = 560;

  void disturb(Random& random, LineWord& word) {
    if (!params_.fec) {
      disturb_blocks(random, word);
      return;
    }
    if (word.first) begin_codeword(random);
    for (unsigned flip : flips_)
      if (flip / kLineBits == place_) invert(word, flip % kLineBits);
    ++place_;
  }
  void disturb_blocks(Random& random, LineWord& word) {
    constexpr unsigned kCalmWords = 4;
    if (dark_ == 0 && random.below(10000) < params_.dark_per_10000)
      dark_ = random.range(2, random.chance(50) ? 40 : 400);
    if (calm_ > 0) --calm_;
    if (calm_ > 0 || random.below(10000) >= params_.noise_per_10000) return;
    calm_ = kCalmWords;
    invert(word, random.below(kLineBits));
  }
  void begin_codeword(Random& random) {
    place_ = 0;
    flips_.clear();
    if (dark_ > 0) --dark_;
    if (dark_ == 0 && random.below(10000) < kBlocksPerFrame * params_.dark_per_10000)
      dark_ = random.range(1, random.chance(50) ? 5 : 50);
    if (random.below(10000) >= params_.noise_per_10000) return;
    const unsigned count = random.chance(80) ? random.range(1, 2) : 3;
    for (unsigned n = 0; n < count; ++n) flips_.push_back(random.below(kCodewordBits));
  }
  static void invert(LineWord& word, unsigned bit) { word.line.set_bit(bit, !word.line.bit(bit)); }

  NoisyLineParams params_;
  std::deque<LineWord> flying_;
  bool began_ = false;           ///< a line word has arrived
  unsigned dark_ = 0;            ///< cycles, with FEC codewords, that are still dark
  unsigned calm_ = 0;            ///< line words without a wrong bit after one with
  unsigned place_ = 0;           ///< of the line word in its codeword
  std::vector<unsigned> flips_;  ///< wrong bits of the codeword
};

}  // namespace tinsim
