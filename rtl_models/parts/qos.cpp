// SPDX-License-Identifier: Apache-2.0
// Which VC an output serves next: strict priority, then surplus round robin in words.
#include "rtl_models/parts/qos.h"

#include <algorithm>

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {

void QosPicker::reset(unsigned num_vcs, std::uint32_t strict,
                      const std::array<std::uint8_t, kMaxVcs>& weights) {
  num_vcs_ = num_vcs;
  strict_ = strict;
  weights_ = weights;
  strict_pointer_ = 0;
  current_ = 0;
  budget_.fill(0);
}

unsigned QosPicker::pick(std::uint32_t nonempty) {
  if (const std::uint32_t strict = nonempty & strict_) {
    const unsigned vc = pick_round_robin(strict, strict_pointer_);
    strict_pointer_ = next_cyclic(vc, num_vcs_);
    return vc;
  }
  const bool goes_on = (nonempty >> current_ & 1) && budget_[current_] > 0;
  if (!goes_on) {
    current_ = pick_round_robin(nonempty, next_cyclic(current_, num_vcs_));
    // A quantum of the longest cell per unit of weight always makes the budget positive.
    budget_[current_] = std::min(budget_[current_], 0) +
                        static_cast<std::int32_t>(kMaxCellWords) * weights_[current_];
  }
  return current_;
}

void QosPicker::serve(unsigned vc, unsigned words) {
  if (!(strict_ >> vc & 1)) budget_[vc] -= static_cast<std::int32_t>(words);
}

}  // namespace tinsim
