// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: order within flows, and the wire.
#include <algorithm>
#include <utility>

#include "rtl_models/parts/ecn_rule.h"
#include "rtl_models/parts/ip_cells.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

void Egress::complete(Cycle now, uint32_t eptr) {
  Context& context = *find(static_cast<uint16_t>(eptr));
  Port& port = ports_[context.eport];
  if (context.aborted) return drop(now, static_cast<uint16_t>(eptr));  // counted at its source
  context.state = State::kWhole;
  context.whole = now;
  port.stats.of_class(context.packet->cos).fetched.add(now - context.granted);
  ++port.held_back;
  offer(now, port, context.flow);
  port.stats.held.set(now, port.held_back);
  uint32_t& peak = counters_.reorder_peak[context.eport];
  peak = std::max(peak, port.held_back);
}

/// The first packet of the flow may leave once it is complete.
void Egress::offer(Cycle now, Port& port, uint64_t flow) {
  const auto found = port.flows.find(flow);
  if (found == port.flows.end()) return;
  const uint16_t eptr = found->second.front();
  const Context& context = *find(eptr);
  if (context.state != State::kWhole) return;
  if (port.ready.emplace(context.order, eptr).second) {
    --port.held_back;
    port.stats.of_class(context.packet->cos).held.add(now - context.whole);
  }
  wake_wire(now, interface_of(context.eport));
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
  for (unsigned i = 0; i < count; ++i) {
    const unsigned at = (wire.turn + i) % count;
    if (ports_[first + at].ready.empty()) continue;
    wire.turn = (at + 1) % count;
    leave(now, interface, first + at);
    break;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (!ports_[first + i].ready.empty()) return wake_wire(now, interface);
  }
}

void Egress::leave(Cycle now, unsigned interface, unsigned eport) {
  Port& port = ports_[eport];
  const uint16_t eptr = port.ready.begin()->second;
  port.ready.erase(port.ready.begin());
  Context& context = *find(eptr);
  const Packet& packet = *context.packet;
  context.state = State::kLeaving;
  const auto depth = static_cast<unsigned>(port.requests[packet.cos].size());
  const bool mark = marks_ecn(depth, params_.mark_threshold[packet.cos], packet.ecn);
  context.ecn = mark ? static_cast<uint8_t>(kEcnCe) : packet.ecn;
  rules_.leaves(now, eptr, context.ecn);
  const FrameTimes frame =
      wires_[interface].wire.start(now, leaving_frame_bytes(packet, params_.tagged));
  leaves_flow(now, port, eptr);
  const Cycle gone = frame.ends();
  IpClassCounters& of_class = counters_.of_class(packet.cos);
  ++of_class.packets;
  of_class.bytes += packet.bytes;
  of_class.marked += mark;
  of_class.one_way.add(gone - packet.born);
  QueueStats& of_queue = port.stats.of_class(packet.cos);
  ++of_queue.packets;
  of_queue.bytes += packet.bytes;
  of_queue.marked += mark;
  of_queue.one_way.add(gone - packet.born);
  ++counters_.delivered;
  events_.push(gone, IpEvent::kSent, eptr);
}

void Egress::sent(Cycle now, uint32_t eptr) {
  const auto number = static_cast<uint16_t>(eptr);
  Context& context = *find(number);
  PacketPtr packet = context.packet;
  if (params_.carried) {
    // The bytes that leave are those that the cells have brought.
    auto arrived = std::make_shared<Packet>(*packet);
    arrived->data = std::move(context.data);
    packet = std::move(arrived);
  }
  Host* host = ports_[context.eport].host;
  const uint8_t ecn = context.ecn;
  release(now, number);
  if (host != nullptr) host->receive(packet, ecn, now);
}

void Egress::drop(Cycle now, uint16_t eptr) {
  Context& context = *find(eptr);
  Port& port = ports_[context.eport];
  leaves_flow(now, port, eptr);
  release(now, eptr);
}

/// Wherever it stands in its flow: it holds nobody back any more.
void Egress::leaves_flow(Cycle now, Port& port, uint16_t eptr) {
  const uint64_t flow = find(eptr)->flow;
  const auto found = port.flows.find(flow);
  auto& packets = found->second;
  packets.erase(std::find(packets.begin(), packets.end(), eptr));
  if (packets.empty()) {
    port.flows.erase(found);
  } else {
    offer(now, port, flow);
    port.stats.held.set(now, port.held_back);
  }
}

void Egress::release(Cycle now, uint16_t eptr) {
  Context& context = *find(eptr);
  rules_.released(now, eptr);
  Port& port = ports_[context.eport];
  port.slots -= context.cells;
  port.outstanding -= context.packet->bytes;
  port.stats.slots.set(now, port.slots);
  port.stats.outstanding.set(now, port.outstanding);
  context.packet.reset();
  context.state = State::kFree;
  context.generation = static_cast<uint16_t>(kFormat.next(context.generation));
  free_.insert(static_cast<uint16_t>(kFormat.context(eptr)));
  wake_scheduler(now);
}

}  // namespace tinsim
