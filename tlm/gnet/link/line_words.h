// SPDX-License-Identifier: Apache-2.0
// Line words of one direction of a link, with the delay and the noise of its WireDirection.
#pragma once

#include <cstdint>
#include <deque>

#include "rtl_models/parts/fec_frame.h"
#include "rtl_models/tin_switch/transmit_line.h"
#include "tlm/gnet/link/noise.h"
#include "tlm/gnet/link/wire_direction.h"

namespace tinsim {

/// For a receiver that reads real line words; one of WireDirection gets the same wrong bits and the
/// same darkness. A stuck line is not among them.
class LineWords {
 public:
  struct Arriving {
    bool signal = false;
    LineWord word;
  };

  explicit LineWords(const WireDirectionParams& params)
      : fec_(params.fec), noise_(params.noise, params.key), flying_(params.wire_cycles) {}

  /// Cycles 0, 1, 2, …: `word` is on the sender's line; returned is what ends at the receiver.
  Arriving turn(Cycle now, LineWord word) {
    if (word.valid) disturb(word);
    flying_.push_back(word);
    Arriving at{true, flying_.front()};
    flying_.pop_front();
    began_ |= at.word.valid;
    // The framer shows whole codewords.
    if (fec_ && at.word.first) dark_ = noise_.line(now, kBlocksPerFrame) == Noise::Line::Dark;
    if (!began_ || dark_) at = {};
    return at;
  }

 private:
  static constexpr unsigned kLineBits = 70;

  void disturb(LineWord& word) {
    const unsigned words = fec_ ? kBlocksPerFrame : 1, place = words_ % words;
    if (place == 0) {
      wrong_ = {};
      noise_.flips(words_ * kLineBits, words * kLineBits, wrong_);
    }
    for (unsigned n = 0; n < kLineBits; ++n) {
      const unsigned bit = place * kLineBits + n;
      if (wrong_[bit / 64] >> bit % 64 & 1) word.line.set_bit(n, !word.line.bit(n));
    }
    ++words_;
  }

  bool fec_, began_ = false, dark_ = false;
  Noise noise_;
  std::uint64_t words_ = 0;
  Noise::Mask wrong_{};
  std::deque<LineWord> flying_;
};

}  // namespace tinsim
