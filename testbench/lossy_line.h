// SPDX-License-Identifier: Apache-2.0
// A line between two gearboxes: a delay that loses bits, so that words begin anywhere.
#pragma once

#include <deque>
#include <optional>

#include "rtl_models/parts/bit_queue.h"

namespace tinsim {

class LossyLine {
 public:
  static constexpr unsigned kLineBits = 70;
  using Word = std::optional<Bits<kLineBits>>;

  explicit LossyLine(unsigned cycles = 0) : wire_(cycles) {}

  /// The word sent in this cycle, and the arriving one: that of `cycles` ago, behind the bits of
  /// earlier words. The first `lost` bits, 70 at most, are missing when a word arrives; if fewer
  /// than 70 remain, none arrives.
  Word turn(const Word& sent, unsigned lost) {
    wire_.push_back(sent);
    const Word end = wire_.front();
    wire_.pop_front();
    if (!end) return {};
    bits_.push(*end);
    bits_.drop(lost);
    if (bits_.size() < kLineBits) return {};
    return bits_.pop<kLineBits>();
  }

 private:
  std::deque<Word> wire_;
  BitQueue<2 * kLineBits - 1> bits_;
};

}  // namespace tinsim
