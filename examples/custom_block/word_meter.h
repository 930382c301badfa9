// SPDX-License-Identifier: Apache-2.0
// Word meter, a block of this project: counts the words that a link carries in windows of fixed
// length.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

/// A stage. Windows of `kCycles` cycles follow each other from reset on. `words_o` is the number of
/// cycles of the last full window in which `valid_i` was set; `update_o` is set in the first cycle
/// that shows it.
template <unsigned kCycles>
class WordMeter {
 public:
  struct In {
    bool valid_i = false;
    TIN_PORTS(valid_i)
  };
  struct Out {
    bool update_o = false;
    tinsim::Bits<16> words_o;
    TIN_PORTS(update_o, words_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in) {
    words_ += in.valid_i;
    out_.update_o = ++cycle_ == kCycles;
    if (out_.update_o) {
      out_.words_o = words_;
      words_ = cycle_ = 0;
    }
  }
  void reset(const In&) { *this = {}; }

 private:
  static_assert(kCycles > 0 && kCycles < 65536);
  unsigned cycle_ = 0, words_ = 0;
  Out out_;
};
