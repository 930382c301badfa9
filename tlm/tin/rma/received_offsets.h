// SPDX-License-Identifier: Apache-2.0
// Which data cells of an operation have been received.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/rma_region.h"

namespace tinsim {

/// A set of the offsets, below kRmaMaxBytes, at which cells begin. Cells of one operation mostly
/// begin at the same offset modulo 64, so their bits share one word. Words without a bit set are
/// never read, so they need no initialization.
class ReceivedOffsets {
 public:
  void clear() { used_ = 0; }
  bool has(unsigned offset) const {
    return (used_ >> offset % kWords & 1) != 0 && (words_[offset % kWords] >> offset / kWords & 1);
  }
  void add(unsigned offset) {
    const uint64_t word = uint64_t{1} << offset % kWords;
    if ((used_ & word) == 0) words_[offset % kWords] = 0;
    used_ |= word;
    words_[offset % kWords] |= uint64_t{1} << offset / kWords;
  }

 private:
  static constexpr unsigned kWords = 64;
  static_assert(kRmaMaxBytes == kWords * 64);

  uint64_t used_ = 0;  ///< words that have a bit set
  std::array<uint64_t, kWords> words_;
};

}  // namespace tinsim
