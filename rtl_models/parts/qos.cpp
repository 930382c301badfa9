// SPDX-License-Identifier: Apache-2.0
// Which VC an output serves next: strict priority, then surplus round robin in words.
#include "rtl_models/parts/qos.h"

#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {

template <unsigned kVcs>
unsigned BasicQosPicker<kVcs>::pick(const QosPlan& plan, Mask nonempty) {
  if (const Mask strict = nonempty & static_cast<Mask>(plan.strict)) {
    const unsigned vc = pick_round_robin(strict, strict_pointer_);
    strict_pointer_ = static_cast<std::uint8_t>(next_cyclic(vc, plan.num_vcs));
    return vc;
  }
  const bool continues = (nonempty >> current_ & 1) && budget_[current_] > 0;
  if (!continues) {
    current_ =
        static_cast<std::uint8_t>(pick_round_robin(nonempty, next_cyclic(current_, plan.num_vcs)));
    // A quantum of the longest cell per unit of weight always makes the budget positive.
    const int quantum = static_cast<int>(plan.longest_words) * plan.weights[current_];
    budget_[current_] = static_cast<Words>(std::min<int>(budget_[current_], 0) + quantum);
  }
  return current_;
}

template class BasicQosPicker<32>;
template class BasicQosPicker<64>;

}  // namespace tinsim
