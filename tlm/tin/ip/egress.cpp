// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: RTSs in, CTSs and CTDs out.
#include "tlm/tin/ip/egress.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/masks.h"
#include "base/prefetch.h"
#include "rtl_models/parts/ecn_rule.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/ethernet/rebuild.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/cell_ports.h"

namespace tinsim {

Egress::Egress(const IpParams& params, PacketDirectory& directory, IpCounters& counters,
               IpClasses& classes, IpEvents& events, MacPort& mac)
    : params_(params),
      directory_(directory),
      counters_(counters),
      classes_(classes),
      events_(events),
      rules_(params, kFormat),
      mac_(mac),
      requests_(params.memory),
      buffer_(kContexts, kEgressPorts * params.egress.buffer_slots),
      fetched_(params.memory) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    wires_[i].wire = WireTransmitter(params.rates[i]);
    wires_[i].pace = CtsPace(params.rates[i], params.egress.pace_percent);
    loads_[i] = PortLoads(params.groups[i].count, params.egress.rts_congestion_percent,
                          params.egress.rts_congestion_period_cycles);
  }
  if (params.egress.cts_plan.strict == 0) return;
  for (auto& order : strict_orders_) order = std::make_unique<ReorderState>(kContexts);
}

void Egress::use_params(Cycle now) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    wires_[i].pace.change(params_.rates[i], params_.egress.pace_percent);
    loads_[i].change(params_.egress.rts_congestion_percent,
                     params_.egress.rts_congestion_period_cycles);
  }
  wake_scheduler(now);
}

void Egress::request(Cycle now, unsigned endpoint, const Cell& cell, CellPorts& ports) {
  const RtsWord rts = unpack_rts(word_1(cell));
  const unsigned interface = interface_of(rts.eport);
  loads_[interface].add_rts(now, endpoint - params_.groups[interface].first);
  const unsigned number = rts_queue(rts.eport, rts.cos);
  Queue& queue = queues_[number];
  bool refused = refuses_rts(queue.depth, params_.egress.drop_thresholds[rts.cos]);
  RequestedPacket requested = refused ? RequestedPacket() : directory_.find(cell.src, rts.iptr);
  if (!refused && !requested.packet) {  // its slot has been reused since
    ++counters_.late_cells;
    return;
  }
  if (decider_ != nullptr && decider_->refused(now, number, queue.depth, refused) != refused) {
    refused = !refused;
    if (!refused) requested = directory_.find(cell.src, rts.iptr);
  }
  if (refused) {
    rules_.refused(now, rts);
    ++ports_[rts.eport].stats.of_class(rts.cos).refused;
    return clear_to_drop(now, cell, endpoint, ports);
  }
  rules_.queued(now, rts, requested.descriptor);
  requests_.push_back(queue.requests,
                      {std::move(requested), now, rts.iptr, cell.src, rts.len, rts.fhash,
                       static_cast<uint8_t>(endpoint), traces_answers_ && cell.traced != 0});
  waiting_ |= 1u << number;
  ++queue.depth;
  ports_[rts.eport].stats.requests[rts.cos].set(now, queue.depth);
  counters_.rts_peak[number] = std::max(counters_.rts_peak[number], queue.depth);
  wake_scheduler(now);
}

void Egress::clear_to_drop(Cycle now, const Cell& rts, unsigned endpoint, CellPorts& ports) const {
  const RtsWord word = unpack_rts(word_1(rts));
  const unsigned interface = interface_of(word.eport);
  const bool is_congested =
      loads_[interface].is_congested(endpoint - params_.groups[interface].first);
  const bool high = params_.high_classes >> word.cos & 1;
  Cell ctd = make_cell(pack_word(CtdWord{word.iptr, is_congested ? kCtdCrowded : kCtdQueue}),
                       static_cast<unsigned>(IpCell::kCtd), kMinCellWords,
                       traffic_class(IpCell::kCtd, high));
  ctd.dst = rts.src;
  ctd.traced = traces_answers_ && rts.traced;
  ports.queue(now, endpoint, ctd);
}

/// `uncounted`: bytes outstanding that the window did not count for this grant.
void Egress::fetch(Cycle now, unsigned queue, Request request, uint32_t uncounted) {
  const unsigned eport = port_of_queue(queue);
  Port& port = ports_[eport];
  const uint16_t eptr =
      decider_ == nullptr ? buffer_.reserve(request.bytes) : reserve_decided(now, request.bytes);
  rules_.granted(now, eport, eptr, request.src, request.requested.descriptor, uncounted);
  const unsigned context = kFormat.context(eptr);
  if (fetched_.size() <= context) fetched_.resize(context + 1);
  PacketContext& packet = fetched_[context];
  packet = {};
  packet.packet = std::move(request.requested.packet);
  packet.granted = now;
  packet.eport = static_cast<uint8_t>(eport);
  packet.cos = static_cast<uint8_t>(cos_of_queue(queue));
  packet.cells = static_cast<uint8_t>(cells_of(request.bytes));
  const uint32_t flow = flow_of(request, cos_of_queue(queue));
  packet.entry = static_cast<uint16_t>(order_of(eport, packet.cos).push(flow, eptr));
  if (decider_ != nullptr) decider_->pushed(now, place_of(eptr), flow);
  if (params_.carried) {
    if (data_.size() <= context) data_.resize(context + 1);
    data_[context].assign(request.bytes, 0);
  }
  wires_[interface_of(eport)].pace.fetched(now, rebuilt_bytes(request.bytes, params_.tagged));
  port.outstanding += request.bytes;
  port.outstanding_of[cos_of_queue(queue)] += request.bytes;
  port.slots += packet.cells;
  counters_.outstanding_peak[eport] = std::max(counters_.outstanding_peak[eport], port.outstanding);
  counters_.slots_peak[eport] = std::max(counters_.slots_peak[eport], port.slots);
  classes_.of_class(cos_of_queue(queue)).handshake.add(now - request.at);
  port.stats.outstanding.set(now, port.outstanding);
  port.stats.slots.set(now, port.slots);
  port.stats.of_class(cos_of_queue(queue)).queued.add(now - request.at);
  clear_to_send(now, queue, request, eptr);
  watch(now, static_cast<uint16_t>(context));
}

/// The flow of an RTS: source chip and interface, class, hash.
uint32_t Egress::flow_of(const Request& request, unsigned cos) const {
  constexpr unsigned kEndpoints = 64;
  const unsigned endpoint = request.src % kEndpoints;
  unsigned interface = 0;
  while (!params_.groups[interface].has(endpoint)) ++interface;
  return (request.src / kEndpoints * kIpInterfaces + interface) * kCosClasses << 16 | cos << 16 |
         request.hash;
}

void Egress::clear_to_send(Cycle now, unsigned queue, const Request& request, uint16_t eptr) {
  const auto cos = static_cast<uint8_t>(cos_of_queue(queue));
  const auto eport = static_cast<uint8_t>(port_of_queue(queue));
  const uint8_t avoid = loads_[interface_of(eport)].add_data(now, data_words_of(request.bytes));
  const CtsWord word{request.iptr, eptr, eport, cos, avoid};
  Cell cts = make_cell(pack_word(word), static_cast<unsigned>(IpCell::kCts), kMinCellWords,
                       traffic_class(IpCell::kCts, params_.high_classes >> cos & 1));
  cts.dst = request.src;
  cts.traced = request.is_traced;
  events_.push(now + params_.egress.cts_cycles, IpEvent::kCellOut, request.endpoint, cts);
}

void Egress::restart_stats(Cycle now) {
  for (Port& port : ports_) port.stats.restart(now);
}

bool Egress::is_idle() const {
  return requests() == 0 && fetching() == 0 &&
         std::all_of(ports_.begin(), ports_.end(),
                     [](const Port& port) {
                       return port.outstanding == 0 && port.slots == 0 &&
                              port.order.occupancy() == 0;
                     }) &&
         std::all_of(strict_orders_.begin(), strict_orders_.end(),
                     [](const auto& order) { return order == nullptr || order->occupancy() == 0; });
}

EgressPlace Egress::place_of(uint16_t eptr) const {
  const PacketContext& packet = fetched_[kFormat.context(eptr)];
  return {packet.eport, is_strict(packet.cos), eptr, packet.entry};
}

void Egress::prefetch() const {
  const Queue* const others = &queues_[rts_queue(kMacEport, 0)];
  prefetch_lines(this, static_cast<std::size_t>(reinterpret_cast<const char*>(others) -
                                                reinterpret_cast<const char*>(this)));
  prefetch_lines(&loads_[kNicInterface], sizeof(PortLoads));
  requests_.prefetch();
  rules_.prefetch();
  prefetch_lines(fetched_.data(), fetched_.size() * sizeof(PacketContext));
  prefetch_lines(buffer_.memory(), buffer_.memory_bytes());
  for (const Port& port : ports_) {
    if (port.host == nullptr) continue;
    const auto rarely_used = reinterpret_cast<const char*>(&port.stats.requests);
    prefetch_lines(&port,
                   static_cast<std::size_t>(rarely_used - reinterpret_cast<const char*>(&port)));
    prefetch_lines(port.order.memory(), port.order.memory_bytes());
    port.stats.prefetch();
    // A packet that waits for the wire was fetched in an earlier window.
    if (port.order.offered() == ReorderState::kNone) continue;
    const uint16_t eptr = port.order.tag(port.order.offered());
    prefetch_lines(fetched_[kFormat.context(eptr)].packet.get(), sizeof(Packet));
    prefetch_departure(eptr);
  }
  for (const Wire& wire : wires_) {
    if (wire.departing == kNoContext) continue;
    const Packet* packet = fetched_[wire.departing].packet.get();
    if (packet != nullptr) prefetch_soon(packet, sizeof(Packet));
  }
}

unsigned Egress::requests() const {
  unsigned requests = 0;
  for (const Queue& queue : queues_) requests += queue.depth;
  return requests;
}

}  // namespace tinsim
