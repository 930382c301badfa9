// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: the answers to their RTSs, and RTSs without one.
#include <algorithm>
#include <utility>

#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/cell_ports.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

/// The slot of a packet with an unanswered RTS; null if the answer is late.
Ingress::Slot* Ingress::find_requested(uint32_t iptr) {
  Slot* slot = find(iptr);
  return slot != nullptr && slot->state == State::kRequested ? slot : nullptr;
}

void Ingress::unwatch(uint32_t iptr) {
  if (params_.ingress.rts_timeout == 0) return;
  Interface& in = interfaces_[iptr >> 16];
  remove(in, in.requested, iptr & (kSlots - 1));
}

/// Only a timeout changes a packet between its RTS and the answer.
bool Ingress::clear_to_send(Cycle at, const Cell& cell, Timing timing) {
  const CtsWord cts = unpack_cts(word_1(cell));
  Slot* slot = find_requested(cts.iptr);
  const bool is_certain = slot != nullptr && (params_.ingress.rts_timeout == 0 ||
                                              at <= slot->since + params_.ingress.rts_timeout);
  if (!is_certain && !is_due(timing)) return false;
  if (slot == nullptr) {
    ++counters_.late_cells;
    return true;
  }
  unwatch(cts.iptr);
  slot->state = State::kCleared;
  slot->since = at;
  slot->eptr = cts.eptr;
  // Cells for the egress port arrive at the terminal ports of its interface.
  const EndpointGroup& to = params_.groups[interface_of(cts.eport)];
  slot->dst = static_cast<uint16_t>((slot->dst & ~63u) + to.first);
  slot->dst_ports = to.count;
  slot->avoid = cts.avoid;
  events_.push(std::max(at + params_.ingress.pull_cycles, slot->whole), IpEvent::kPull, cts.iptr);
  return true;
}

/// Never early: it frees a slot, which the wire and held packets use from its cycle on.
bool Ingress::clear_to_drop(Cycle at, const Cell& cell, CellPorts& ports, Timing timing) {
  if (!is_due(timing)) return false;
  const CtdWord ctd = unpack_ctd(word_1(cell));
  const Slot* slot = find_requested(ctd.iptr);
  if (slot == nullptr) {
    ++counters_.late_cells;
    return true;
  }
  unwatch(ctd.iptr);
  const uint32_t queue = queue_of(*slot);
  const bool is_congested = ctd.reason == kCtdCrowded;
  rts_credit_.refused(at, queue, is_congested);
  initial_window_.answered(queue, false);
  if (is_congested) initial_window_.restart(queue);
  drop_packet(at, ctd.iptr, IpLoss::kClearedToDrop);
  release_held(at, queue, ports);
  return true;
}

void Ingress::pull(Cycle now, uint32_t iptr, CellPorts& ports) {
  const unsigned interface = iptr >> 16;
  Interface& in = interfaces_[interface];
  const Slot& slot = *find(iptr);
  const unsigned cos = slot.descriptor.cos;
  const uint32_t queue = queue_of(slot);
  rts_credit_.fetched(queue);
  initial_window_.answered(queue, true);
  if (params_.egress.fetch_timeout != 0) {
    in.next_expiry = std::min(in.next_expiry, slot.since + params_.egress.fetch_timeout);
  }
  append(in, in.cleared[cos], iptr & (kSlots - 1));
  fill_turns(in, cos);
  in.classes = static_cast<uint8_t>(in.classes | 1u << cos);
  ports.wake(now, interface);
  release_held(now, queue, ports);
}

void Ingress::time_out(Cycle now, unsigned interface, CellPorts& ports) {
  Interface& in = interfaces_[interface];
  while (in.requested.first != kNoSlot) {
    const uint16_t number = in.requested.first;
    const Slot& slot = in.slots[number];
    if (slot.since + params_.ingress.rts_timeout > now) {
      return events_.push(slot.since + params_.ingress.rts_timeout, IpEvent::kTimeout, interface);
    }
    remove(in, in.requested, number);
    if (slot.packet != nullptr)
      given_up_[iptr_of(interface, number, slot.generation)] = slot.packet;
    const uint32_t queue = queue_of(slot);
    initial_window_.answered(queue, false);
    drop_packet(now, iptr_of(interface, number, slot.generation), IpLoss::kRtsTimeout);
    release_held(now, queue, ports);
  }
  in.is_watching = false;
}

/// Called by the egress of another chip: only the slot of this one is in the cache. The pointer
/// moves out of the slot, unless a decider needs it.
RequestedPacket Ingress::requested_packet(void* slots, unsigned count, uint32_t iptr) {
  Slot* slot = find_in(static_cast<Slot*>(slots), count, iptr);
  if (slot != nullptr)
    return {slot->is_shared ? slot->packet : std::move(slot->packet), slot->descriptor};
  const auto found = given_up_.find(iptr);
  if (found == given_up_.end()) return {};
  PacketPtr packet = std::move(found->second);
  given_up_.erase(found);
  return {packet, *packet};
}

}  // namespace tinsim
