// SPDX-License-Identifier: Apache-2.0
// Credit that a chip's sources have for the VC FIFOs behind their ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "rtl_models/parts/qos.h"

namespace tinsim {

/// In words, by source and VC, of the VCs that cells start on and no others: most sources use two
/// of them, and a window fetches what lies here.
class SourceCredits {
 public:
  /// Every source begins with `depth` words of each VC.
  SourceCredits(unsigned depth, std::pmr::memory_resource* memory)
      : depth_(static_cast<uint16_t>(depth)), words_(memory) {}

  /// Room for so many sources, whose cells start on the VCs of a mask, or on those of earlier
  /// calls.
  void open(std::size_t sources, uint64_t vcs) {
    if (sources > sources_) widen(sources);
    for (uint64_t left = vcs & ~opened_; left != 0; left &= left - 1) {
      row_[static_cast<unsigned>(__builtin_ctzll(left))] = rows_++;
    }
    opened_ |= vcs;
    words_.resize(rows_ * sources_, depth_);
  }

  /// Precondition: there is room for both.
  uint16_t& of(unsigned source, unsigned vc) { return words_[row_[vc] * sources_ + source]; }

  unsigned words(unsigned source, unsigned vc) const {
    return opened_ >> vc & 1 ? words_[row_[vc] * sources_ + source] : depth_;
  }

 private:
  void widen(std::size_t sources) {
    std::pmr::vector<uint16_t> wider(rows_ * sources, depth_, words_.get_allocator());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      wider[i / sources_ * sources + i % sources_] = words_[i];
    }
    words_.swap(wider);
    sources_ = static_cast<uint32_t>(sources);
  }

  uint16_t depth_;
  uint8_t rows_ = 0;
  uint64_t opened_ = 0;   ///< VCs that have a row
  uint32_t sources_ = 0;  ///< that there is room for
  std::array<uint8_t, kMaxVcs> row_{};
  std::pmr::vector<uint16_t> words_;  ///< [row * sources_ + source]
};

}  // namespace tinsim
