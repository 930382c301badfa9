// SPDX-License-Identifier: Apache-2.0
// Choice of the RTS queue for the next CTS: ports in turn, classes strict or by weighted fair
// shares.
#include "rtl_models/parts/cts_pick.h"

namespace tinsim {
namespace {

unsigned highest_of(std::uint8_t mask) { return 31 - static_cast<unsigned>(__builtin_clz(mask)); }

}  // namespace

/// Precondition: `classes` is not zero.
unsigned CtsPicker::candidate(const CtsPlan& plan, std::uint8_t classes, unsigned port) const {
  const std::uint8_t strict = classes & plan.strict;
  return strict != 0 ? highest_of(strict) : shares_[port].least(classes);
}

}  // namespace tinsim
