// SPDX-License-Identifier: Apache-2.0
// One TiN chip: windows that accesses to the registers of its set unit divide.
#include "tlm/tin/tin.h"

namespace tinsim {

/// The switch makes the accesses as it advances, so a window ends behind each. The unit is then
/// where a read looks, and has not passed the cycle in which a write counts. Returns the first
/// cycle that is left.
Cycle Tin::advance_by_accesses(Cycle from, Cycle to) {
  for (Cycle access = (from + access_interval_ - 1) / access_interval_ * access_interval_;
       access < to; access += access_interval_) {
    set_unit_->advance(access + access_delay_);
    cell_switch_->advance(from, access + 1);
    from = access + 1;
  }
  return from;
}

}  // namespace tinsim
