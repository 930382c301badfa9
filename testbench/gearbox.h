// SPDX-License-Identifier: Apache-2.0
// The receiver's gearbox: cuts the line into 66-bit blocks, at an offset that slips.
#pragma once

#include <optional>

#include "rtl_models/common/bits.h"

namespace tinsim {

class Gearbox {
 public:
  static constexpr unsigned kBlockBits = 66;

  /// 66 more bits of the line have come; `slip` bits are left out before the next block. Returns
  /// the block, unless so many were left out that it is not complete.
  std::optional<Bits<66>> turn(const Bits<66>& line, unsigned slip) {
    offset_ += slip;
    std::optional<Bits<66>> cut;
    if (begun_ && offset_ < kBlockBits) cut = cut_block(line);
    if (begun_ && offset_ >= kBlockBits) offset_ -= kBlockBits;
    held_ = line;
    begun_ = true;
    return cut;
  }

 private:
  Bits<66> cut_block(const Bits<66>& line) const {
    Bits<66> cut;
    for (unsigned n = 0; n < kBlockBits; ++n) {
      const unsigned from = offset_ + n;
      cut.set_bit(n, from < kBlockBits ? held_.bit(from) : line.bit(from - kBlockBits));
    }
    return cut;
  }

  Bits<66> held_;
  unsigned offset_ = 0;  ///< bits of `held_` that are used already
  bool begun_ = false;
};

}  // namespace tinsim
