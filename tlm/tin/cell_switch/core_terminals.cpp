// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: when it calls the endpoints on its terminal ports, and the credit that is
// on its way back to them.
#include "tlm/tin/cell_switch/core_terminals.h"

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

void CoreTerminals::attach(Endpoints* endpoints) {
  endpoints_ = endpoints;
  sends_ahead_ = endpoints != nullptr && endpoints->sends_ahead();
  due_.next = 0;
}

void CoreTerminals::begin_window(Cycle from, Cycle to) {
  inject_until_ = to;
  if (sends_ahead_ && due_.next < to) inject(from);
}

void CoreTerminals::inject_before(Cycle to) {
  if (due_.slack != 0 && due_.next < to + due_.slack) inject(to - 1);
}

void CoreTerminals::inject(Cycle now) {
  due_ = endpoints_->inject_ahead(now, inject_until_, credits_, records().mailbox());
  if (due_.waiting != 0) schedule_next_credit();
}

/// Sources that wait for credit are called when the next one of theirs is due.
void CoreTerminals::schedule_next_credit() {
  const Cycle next = credits_.next_of(due_.waiting);
  if (next != kNoCycle) due_.next = std::min(due_.next, next + due_.slack);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
