// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric by a MAC with flow control: control frames first, then
// packets of classes that are not paused.
#include <algorithm>

#include "tlm/tin/ip/egress.h"

namespace tinsim {

void Egress::wake_mac(Cycle now) {
  apply_pauses(now);  // now, as the wire may be busy
  wake_wire(now, kMacInterface);
}

/// A pause also changes which RTSs are eligible.
void Egress::apply_pauses(Cycle now) {
  const uint8_t paused = mac_.paused(now);
  if (paused == mac_paused_) return;
  mac_paused_ = paused;
  wake_scheduler(now);
}

/// The first packet offered by `order`, from `entry` on, whose class is not paused; kNone: none.
unsigned Egress::first_unpaused(const ReorderState& order, unsigned entry) const {
  while (entry != ReorderState::kNone) {
    const unsigned context = kFormat.context(order.tag(entry));
    if (!(mac_paused_ >> fetched_[context].packet->cos & 1)) break;
    entry = order.next_offered(entry);
  }
  return entry;
}

/// The packet that may depart by the MAC next.
Egress::Offer Egress::unpaused_offer(Cycle now) {
  for (const bool is_strict : {true, false}) {
    ReorderState* order = is_strict ? strict_orders_[kMacEport].get() : &ports_[kMacEport].order;
    if (order == nullptr) continue;
    const unsigned entry = first_unpaused(*order, offered(now, kMacEport, is_strict));
    if (entry != ReorderState::kNone) return {order, entry};
  }
  return {};
}

/// Starts a control frame or a packet, and schedules the next event: when the wire is free and a
/// frame may begin. That event also covers a pause that ends without a frame.
void Egress::run_mac(Cycle now) {
  Wire& wire = wires_[kMacInterface];
  apply_pauses(now);
  if (PacketPtr control = mac_.to_send(now)) {
    const FrameTimes frame = wire.wire.start(now, control->frame_bytes);
    controls_.push_back(std::move(control));
    events_.push(frame.ends(), IpEvent::kControlSent, 0);
  } else if (const Offer first = unpaused_offer(now)) {
    depart(now, kMacInterface, kMacEport, first);
  }
  Cycle next = mac_.repeats_at();
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    if (mac_paused_ >> cos & 1) next = std::min(next, mac_.may_begin(cos, now + 1));
  }
  if (unpaused_offer(now)) next = std::min(next, now + 1);
  if (next != kNoCycle) wake_wire(next, kMacInterface);
}

void Egress::control_sent(Cycle now) {
  Host* host = ports_[kMacEport].host;
  const PacketPtr control = std::move(controls_.front());
  controls_.pop_front();
  if (host != nullptr) host->receive(control, 0, now);
}

}  // namespace tinsim
