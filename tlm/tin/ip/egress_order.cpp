// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: order within flows, and the wire.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/errors.h"
#include "rtl_models/parts/ecn_rule.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

void Egress::complete(Cycle now, uint32_t number) {
  const auto eptr = static_cast<uint16_t>(number);
  const Fetched& packet = fetched(eptr);
  if (packet.aborted) return drop(now, eptr);
  forget(static_cast<uint16_t>(kFormat.context(eptr)));
  if (observer_ != nullptr) observer_->completed(now, place_of(eptr));
  ReorderBooks& order = ports_[packet.eport].order;
  order.complete(packet.entry);
  uint32_t& peak = counters_.reorder_peak[packet.eport];
  peak = std::max(peak, order.held_back());
  if (order.offered() != ReorderBooks::kNone) wake_wire(now, interface_of(packet.eport));
}

void Egress::wake_wire(Cycle now, unsigned interface) {
  Wire& wire = wires_[interface];
  const Cycle at = std::max(now, wire.wire.free_from());
  if (at >= wire.looks_at) return;
  wire.looks_at = at;
  events_.push(at, IpEvent::kWireOut, interface);
}

void Egress::run_wire(Cycle now, unsigned interface) {
  Wire& wire = wires_[interface];
  if (wire.looks_at != now) return;
  wire.looks_at = kNoCycle;
  const unsigned first = interface == kNicInterface ? 0 : interface + 1;
  const unsigned count = interface == kNicInterface ? 2 : 1;
  const auto has_offer = [&](unsigned at) {
    return ports_[first + at].order.offered() != ReorderBooks::kNone;
  };
  for (unsigned i = 0; i < count; ++i) {
    const unsigned at = (wire.turn + i) % count;
    if (!has_offer(at)) continue;
    wire.turn = (at + 1) % count;
    leave(now, interface, first + at);
    break;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (has_offer(i)) return wake_wire(now, interface);
  }
}

/// The packet that its port offers begins to leave.
void Egress::leave(Cycle now, unsigned interface, unsigned eport) {
  ReorderBooks& order = ports_[eport].order;
  const uint16_t eptr = order.tag(order.offered());
  Fetched& leaving = fetched(eptr);
  const Packet& packet = *leaving.packet;
  const unsigned depth = queues_[rts_queue(eport, packet.cos)].depth;
  const bool mark = marks_ecn(depth, params_.mark_threshold[packet.cos], packet.ecn);
  leaving.ecn = mark ? static_cast<uint8_t>(kEcnCe) : packet.ecn;
  if (const auto before = order_check_->leaves(packet)) {
    throw InvariantError(fmt::format("{} cycle {}: packet {} of flow {} of host {} leaves after {}",
                                     params_.name, now, packet.number, packet.flow, packet.src_host,
                                     *before));
  }
  if (observer_ != nullptr) observer_->leaves(now, place_of(eptr), packet, depth, leaving.ecn);
  order.free(order.offered());
  const FrameTimes frame =
      wires_[interface].wire.start(now, leaving_frame_bytes(packet, params_.tagged));
  const Cycle gone = frame.ends();
  IpClassCounters& of_class = classes_.of_class(packet.cos);
  ++of_class.packets;
  of_class.bytes += packet.bytes;
  of_class.marked += mark;
  of_class.one_way.add(gone - packet.born);
  ++counters_.delivered;
  events_.push(gone, IpEvent::kSent, eptr);
}

void Egress::sent(Cycle now, uint32_t number) {
  const auto eptr = static_cast<uint16_t>(number);
  Fetched& gone = fetched(eptr);
  PacketPtr packet = gone.packet;
  if (params_.carried) {
    // The bytes that leave are those that the cells have brought.
    auto arrived = std::make_shared<Packet>(*packet);
    arrived->data = std::move(data_[kFormat.context(eptr)]);
    packet = std::move(arrived);
  }
  Host* host = ports_[gone.eport].host;
  const uint8_t ecn = gone.ecn;
  release(now, eptr);
  if (host != nullptr) host->receive(packet, ecn, now);
}

/// It holds nobody of its flow back any more.
void Egress::drop(Cycle now, uint16_t eptr) {
  const Fetched& packet = fetched(eptr);
  ++counters_.lost_by(IpLoss::kFetchTimeout);
  forget(static_cast<uint16_t>(kFormat.context(eptr)));
  if (observer_ != nullptr) observer_->cancelled(now, place_of(eptr));
  ReorderBooks& order = ports_[packet.eport].order;
  order.free(packet.entry);
  if (order.offered() != ReorderBooks::kNone) wake_wire(now, interface_of(packet.eport));
  release(now, eptr);
}

void Egress::release(Cycle now, uint16_t eptr) {
  Fetched& packet = fetched(eptr);
  Port& port = ports_[packet.eport];
  if (observer_ != nullptr) observer_->released(now, place_of(eptr), buffer_.bytes(eptr));
  port.slots -= packet.cells;
  port.outstanding -= buffer_.bytes(eptr);
  packet.packet.reset();
  buffer_.release(eptr);
  wake_scheduler(now);
}

}  // namespace tinsim
