// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: order within flows, and the wire.
#include <algorithm>
#include <utility>

#include "rtl_models/parts/ecn_rule.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

void Egress::complete(Cycle now, uint32_t number) {
  const auto eptr = static_cast<uint16_t>(number);
  PacketContext& packet = fetched(eptr);
  if (decider_ != nullptr) check_completion(now, eptr);
  if (packet.aborted) return drop(now, eptr);  // counted at its source
  unwatch(static_cast<uint16_t>(kFormat.context(eptr)));
  if (decider_ != nullptr) decider_->completed(now, place_of(eptr));
  order_of(packet.eport, packet.cos).complete(packet.entry);
  packet.whole = now;
  ports_[packet.eport].stats.of_class(packet.cos).fetched.add(now - packet.granted);
  count_held(now, packet.eport);
  if (offer(now, packet.eport)) wake_wire(now, interface_of(packet.eport));
}

/// Updates the count of complete packets that wait for earlier ones of their flow.
void Egress::count_held(Cycle now, unsigned eport) {
  const auto& strict = strict_orders_[eport];
  const uint32_t held = ports_[eport].order.held_back() + (strict ? strict->held_back() : 0);
  ports_[eport].stats.held.set(now, held);
  counters_.reorder_peak[eport] = std::max(counters_.reorder_peak[eport], held);
}

bool Egress::has_strict_offer(Cycle now, unsigned eport) const {
  return strict_orders_[eport] != nullptr && !ports_[eport].is_stopped &&
         offered(now, eport, true) != ReorderState::kNone;
}

/// Strict classes depart first: otherwise they would wait for the whole window.
Egress::Offer Egress::offer(Cycle now, unsigned eport) {
  if (ports_[eport].is_stopped) return {};
  if (strict_orders_[eport] != nullptr) {
    const unsigned entry = offered(now, eport, true);
    if (entry != ReorderState::kNone) return {strict_orders_[eport].get(), entry};
  }
  const unsigned entry = offered(now, eport, false);
  if (entry == ReorderState::kNone) return {};
  return {&ports_[eport].order, entry};
}

void Egress::wake_wire(Cycle now, unsigned interface) {
  Wire& wire = wires_[interface];
  const Cycle at = std::max(now, wire.wire.free_from());
  if (at >= wire.event_at) return;
  wire.event_at = at;
  events_.push(at, IpEvent::kWireOut, interface);
}

void Egress::stop(Cycle now, unsigned eport, bool is_stopped) {
  ports_[eport].is_stopped = is_stopped;
  if (offer(now, eport)) wake_wire(now, interface_of(eport));
}

void Egress::run_wire(Cycle now, unsigned interface) {
  Wire& wire = wires_[interface];
  if (wire.event_at != now) return;
  wire.event_at = kNoCycle;
  if (interface == kMacInterface && mac_.is_on()) return run_mac(now);
  const unsigned first = interface == kNicInterface ? 0 : interface + 1;
  const unsigned count = interface == kNicInterface ? 2 : 1;
  bool any_strict = false;
  for (unsigned i = 0; i < count; ++i) any_strict |= has_strict_offer(now, first + i);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned at = (wire.turn + i) % count, eport = first + at;
    if (any_strict ? !has_strict_offer(now, eport) : !offer(now, eport)) continue;
    wire.turn = (at + 1) % count;
    depart(now, interface, eport, offer(now, eport));
    break;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (offer(now, first + i)) return wake_wire(now, interface);
  }
}

/// The packet of `offer` begins to depart.
void Egress::depart(Cycle now, unsigned interface, unsigned eport, const Offer& offer) {
  Port& port = ports_[eport];
  const uint16_t eptr = offer.order->tag(offer.entry);
  PacketContext& departing = fetched(eptr);
  const Packet& packet = *departing.packet;
  const unsigned depth = queues_[rts_queue(eport, packet.cos)].depth;
  const bool mark = marks_ecn(depth, params_.egress.mark_thresholds[packet.cos], packet.ecn);
  departing.ecn = mark ? static_cast<uint8_t>(kEcnCe) : packet.ecn;
  if (decider_ != nullptr)
    departing.ecn = decider_->departs(now, place_of(eptr), packet, depth, departing.ecn);
  rules_.departs(now, eptr, departing.ecn);
  offer.order->free(offer.entry);
  if (const Offer next = this->offer(now, eport)) prefetch_departure(next.order->tag(next.entry));
  wires_[interface].departing = static_cast<uint16_t>(kFormat.context(eptr));
  count_held(now, eport);
  const FrameTimes frame =
      wires_[interface].wire.start(now, leaving_frame_bytes(packet, params_.tagged));
  const Cycle end = frame.ends();
  IpClassCounters& of_class = classes_.of_class(packet.cos);
  ++of_class.packets;
  of_class.bytes += packet.bytes;
  of_class.marked += departing.ecn != packet.ecn;
  of_class.one_way.add(end - packet.born);
  QueueStats& of_queue = port.stats.of_class(packet.cos);
  ++of_queue.packets;
  of_queue.bytes += packet.bytes;
  of_queue.marked += departing.ecn != packet.ecn;
  of_queue.one_way.add(end - packet.born);
  of_queue.held.add(now - departing.whole);
  ++counters_.delivered;
  if (port.host != nullptr) port.host->expect(packet);
  events_.push(end, IpEvent::kSent, eptr);
}

void Egress::sent(Cycle now, uint32_t number) {
  const auto eptr = static_cast<uint16_t>(number);
  PacketContext& departed = fetched(eptr);
  PacketPtr packet = std::move(departed.packet);
  if (params_.carried) {
    // The departing bytes are those of the received cells.
    auto arrived = std::make_shared<Packet>(*packet);
    arrived->data = std::move(data_[kFormat.context(eptr)]);
    packet = std::move(arrived);
  }
  Host* host = ports_[departed.eport].host;
  const uint8_t ecn = departed.ecn;
  release(now, eptr);
  if (host != nullptr) host->receive(packet, ecn, now);
}

/// The packet does not hold back later ones of its flow any more.
void Egress::drop(Cycle now, uint16_t eptr) {
  const PacketContext& packet = fetched(eptr);
  unwatch(static_cast<uint16_t>(kFormat.context(eptr)));
  if (decider_ != nullptr) decider_->cancelled(now, place_of(eptr));
  order_of(packet.eport, packet.cos).free(packet.entry);
  count_held(now, packet.eport);
  if (offer(now, packet.eport)) wake_wire(now, interface_of(packet.eport));
  release(now, eptr);
}

void Egress::release(Cycle now, uint16_t eptr) {
  PacketContext& packet = fetched(eptr);
  Port& port = ports_[packet.eport];
  if (decider_ != nullptr) decider_->released(now, place_of(eptr), buffer_.bytes(eptr));
  rules_.released(now, eptr);
  port.slots -= packet.cells;
  port.outstanding -= buffer_.bytes(eptr);
  port.outstanding_of[packet.cos] -= buffer_.bytes(eptr);
  port.stats.slots.set(now, port.slots);
  port.stats.outstanding.set(now, port.outstanding);
  packet.packet.reset();
  buffer_.release(eptr);
  wake_scheduler(now);
}

}  // namespace tinsim
