// SPDX-License-Identifier: Apache-2.0
// Which RTS queue gets the next CTS: ports in turn, classes strict or by surplus round robin.
#include "rtl_models/parts/cts_pick.h"

#include <algorithm>

#include "rtl_models/parts/rotate_pick.h"

namespace tinsim {
namespace {

// A quantum of the longest packet per unit of weight always makes a budget positive.
constexpr std::int32_t kQuantum = kMaxPacketBytes + 1;

unsigned highest_of(std::uint8_t mask) { return 31 - static_cast<unsigned>(__builtin_clz(mask)); }

}  // namespace

/// Precondition: `classes` is not zero.
unsigned CtsPicker::candidate(const CtsPlan& plan, std::uint8_t classes, unsigned port) const {
  if (const std::uint8_t strict = classes & plan.strict) return highest_of(strict);
  if (!is_shared(plan, classes)) return highest_of(classes);
  const Share& share = share_[port];
  if (goes_on(share, classes)) return share.current;
  return pick_round_robin(classes, next_cyclic(share.current, kCosClasses));
}

/// `cos` is what candidate() gives for `port`. Another class's turn begins with a new quantum; so
/// does that of the same class when its budget is used up.
void CtsPicker::charge(const CtsPlan& plan, unsigned port, unsigned cos, unsigned bytes) {
  Share& share = share_[port];
  std::int32_t& budget = share.budget[cos];
  if (cos != share.current || budget <= 0) {
    share.current = static_cast<std::uint8_t>(cos);
    budget = std::min(budget, 0) + kQuantum * plan.weights[cos];
  }
  budget -= static_cast<std::int32_t>(bytes);
}

}  // namespace tinsim
