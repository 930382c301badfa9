// SPDX-License-Identifier: Apache-2.0
// Cell size mix: draws a size in words with exact weights in constant time (Walker's alias method).
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "platform/config/platform_config.h"

namespace tinsim {

class SizeTable {
 public:
  /// Sizes are rounded up to whole words. Precondition: a positive total weight, and no size of
  /// more than 255 words.
  explicit SizeTable(const CellBytes& mix = {}, unsigned word_bytes = 8);

  /// Size in words of the cell that drew `random`; probabilities are exact to 2^-32.
  uint8_t words(uint32_t random) const {
    if (only_ != 0) return only_;
    uint32_t rest = 0;
    const Slot& slot = slots_[pick(random, static_cast<uint32_t>(slots_.size()), rest)];
    return rest < slot.share ? slot.own : slot.alias;
  }

  double mean_words() const { return mean_words_; }

 private:
  struct Slot {
    uint64_t share;  ///< of 2^32 draws of this slot, how many take `own`
    uint8_t own;
    uint8_t alias;
  };
  uint8_t only_ = 0;  ///< the size, where there is no other
  std::vector<Slot> slots_;
  double mean_words_ = 0;
};

}  // namespace tinsim
