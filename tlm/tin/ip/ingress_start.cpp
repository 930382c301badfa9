// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: those that wait for their turn to ask.
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

/// Where RTSs must be earned, packets do not wait: those that find none are dropped.
bool Ingress::may_ask(Cycle now, uint32_t queue) {
  return start_.has_room(now, queue) || allowance_.is_crowded(now, queue);
}

void Ingress::wait_to_ask(Cycle now, uint32_t iptr, Slot& slot) {
  slot.state = State::kWaiting;
  start_.wait(queue_of(slot), iptr);
  events_.push(now + params_.rts_patience, IpEvent::kAskAtLast, iptr);
}

/// Packets that wait for `queue` ask, as many as may.
void Ingress::ask_waiting(Cycle now, uint32_t queue, CellPorts& ports) {
  while (start_.has_waiting() && may_ask(now, queue)) {
    const uint32_t iptr = start_.next(queue);
    if (iptr == RtsStart::kNone) return;
    Slot& slot = *find(iptr);
    if (slot.packet->bad_fcs && now >= slot.whole) {
      lose(now, iptr, IpLoss::kBadFcs);
    } else {
      request(now, iptr, slot, ports);
    }
  }
}

/// It has waited for long enough. Answers may be lost, or come slowly; and what waits here keeps
/// packets for others out of the buffer.
void Ingress::ask_at_last(Cycle now, uint32_t iptr, CellPorts& ports) {
  for (;;) {  // those go first that wait since the same cycle, and before it
    const Slot* slot = find(iptr);
    if (slot == nullptr || slot->state != State::kWaiting) return;
    const uint32_t queue = queue_of(*slot);
    start_.make_room(queue);
    ask_waiting(now, queue, ports);
  }
}

}  // namespace tinsim
