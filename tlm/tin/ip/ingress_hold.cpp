// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: those that are held before their RTS.
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

/// For a congested queue packets are not held: those without credit are dropped.
bool Ingress::may_send_rts(Cycle now, uint32_t queue) {
  return initial_window_.has_space(now, queue) || rts_credit_.is_congested(now, queue);
}

void Ingress::hold(Cycle now, uint32_t iptr, Slot& slot) {
  slot.state = State::kHeld;
  initial_window_.hold(queue_of(slot), iptr);
  events_.push(now + params_.ingress.rts_max_hold, IpEvent::kMaxHold, iptr);
}

/// Sends the RTSs of packets held for `queue`, as many as the window admits.
void Ingress::release_held(Cycle now, uint32_t queue, CellPorts& ports) {
  while (initial_window_.has_held() && may_send_rts(now, queue)) {
    const uint32_t iptr = initial_window_.take_held(queue);
    if (iptr == InitialRtsWindow::kNone) return;
    Slot& slot = *find(iptr);
    if (slot.packet->bad_fcs && now >= slot.whole) {
      drop_packet(now, iptr, IpLoss::kBadFcs);
    } else {
      send_rts(now, iptr, slot, ports);
    }
  }
}

/// Answers may be lost or late, and held packets keep others out of the buffer.
void Ingress::release_after_max_hold(Cycle now, uint32_t iptr, CellPorts& ports) {
  for (;;) {  // packets that were held before this one, or in the same cycle, precede it
    const Slot* slot = find(iptr);
    if (slot == nullptr || slot->state != State::kHeld) return;
    const uint32_t queue = queue_of(*slot);
    initial_window_.evict_queue(queue);
    release_held(now, queue, ports);
  }
}

}  // namespace tinsim
