// SPDX-License-Identifier: Apache-2.0
// A Mealy block for tests of what is made of blocks.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// A sum that shows the input of the same cycle.
struct MealySum {
  struct In {
    bool valid_i = false;
    Bits<8> term_i;
    TIN_FIELDS(valid_i, term_i)
  };
  struct Out {
    Bits<8> sum_o;
    TIN_FIELDS(sum_o)
  };
  Out eval(const In& in) const { return {sum_ + (in.valid_i ? in.term_i : Bits<8>{})}; }
  void tick(const In& in) { sum_ = eval(in).sum_o; }
  void reset(const In&) { sum_ = {}; }

 private:
  Bits<8> sum_;
};

}  // namespace tinsim
