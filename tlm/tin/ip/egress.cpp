// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: requests and grants.
#include "tlm/tin/ip/egress.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "rtl_models/parts/ecn_rule.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/cell_switch/masks.h"
#include "tlm/tin/cell_switch/prefetch.h"
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
      buffer_(kContexts, kEgressPorts * params.buffer_slots),
      fetched_(params.memory) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) {
    wires_[i].wire = WireTransmitter(params.rates[i]);
    loads_[i] = PortLoads(params.groups[i].count, params.crowd_percent, params.crowd_period);
  }
  if (params.cts_plan.strict == 0) return;
  for (auto& order : strict_orders_) order = std::make_unique<ReorderBooks>(kContexts);
}

void Egress::request(Cycle now, unsigned endpoint, const Cell& cell, CellPorts& ports) {
  const RtsWord rts = unpack_rts(word_1(cell));
  const unsigned interface = interface_of(rts.eport);
  loads_[interface].request_came(now, endpoint - params_.groups[interface].first);
  const unsigned number = rts_queue(rts.eport, rts.cos);
  Queue& queue = queues_[number];
  const bool refused = refuses_rts(queue.depth, params_.drop_threshold[rts.cos]);
  AskedPacket asked = refused ? AskedPacket() : directory_.find(cell.src, rts.iptr);
  if (!refused && !asked.packet) {  // the iptr has been used again so often that it came twice
    ++counters_.late_cells;
    return;
  }
  if (observer_ != nullptr) observer_->requested(now, number, queue.depth, refused);
  if (refused) {
    rules_.refused(now, rts);
    ++ports_[rts.eport].stats.of_class(rts.cos).refused;
    return clear_to_drop(now, cell, endpoint, ports);
  }
  rules_.queued(now, rts, asked.facts);
  requests_.push_back(queue.requests, {std::move(asked), now, rts.iptr, cell.src, rts.len,
                                       rts.fhash, static_cast<uint8_t>(endpoint)});
  waiting_ |= 1u << number;
  ++queue.depth;
  ports_[rts.eport].stats.requests[rts.cos].set(now, queue.depth);
  counters_.rts_peak[number] = std::max(counters_.rts_peak[number], queue.depth);
  wake_scheduler(now);
}

void Egress::clear_to_drop(Cycle now, const Cell& rts, unsigned endpoint, CellPorts& ports) const {
  const RtsWord word = unpack_rts(word_1(rts));
  const unsigned interface = interface_of(word.eport);
  const bool is_crowded = loads_[interface].is_crowded(endpoint - params_.groups[interface].first);
  const bool high = params_.high_classes >> word.cos & 1;
  Cell ctd = make_cell(pack_word(CtdWord{word.iptr, is_crowded ? kCtdCrowded : kCtdQueue}),
                       static_cast<unsigned>(IpCell::kCtd), kMinCellWords,
                       traffic_class(IpCell::kCtd, high));
  ctd.dst = rts.src;
  ports.queue(now, endpoint, ctd);
}

/// The scheduler gives one grant in a cycle, and looks only while an RTS waits.
void Egress::wake_scheduler(Cycle at) {
  if (grants_at_ != kNoCycle || waiting_ == 0) return;
  grants_at_ = at;
  events_.push(at, IpEvent::kGrant, 0);
}

/// Queues with an RTS whose packet may leave.
uint32_t Egress::candidates() const {
  return waiting_ & ~(uint32_t{mac_paused_} << rts_queue(kMacEport, 0));
}

/// Classes whose packets do not count in the window. Those that the MAC's partner has paused would
/// keep it from the others; and while an RTS of a strict class waits, only strict classes count.
uint8_t Egress::uncounted(unsigned eport) const {
  const uint8_t paused = eport == kMacEport ? mac_paused_ : 0;
  const uint8_t strict = params_.cts_plan.strict;
  const bool strict_waits = strict != 0 && (candidates() >> rts_queue(eport, 0) & strict) != 0;
  return static_cast<uint8_t>(strict_waits ? paused | ~strict : paused);
}

uint32_t Egress::uncounted_bytes(unsigned eport) const {
  uint32_t bytes = 0;
  for (uint32_t left = uncounted(eport); left != 0; left &= left - 1) {
    bytes += ports_[eport].outstanding_of[lowest(left)];
  }
  return bytes;
}

/// Whether the first packet of `queue` has room in its port's window and slots.
bool Egress::fits(unsigned queue) const {
  const unsigned eport = port_of_queue(queue);
  const Port& port = ports_[eport];
  const unsigned bytes = requests_.front(queues_[queue].requests).bytes;
  return port.slots + cells_of(bytes) <= params_.buffer_slots &&
         fits_window(port.outstanding, bytes, window(eport));
}

/// Whether the first RTS of `queue` speaks of a packet that its ingress has given up. A CTS would
/// come for an iptr that may be another packet's by now.
bool Egress::is_stale(Cycle now, unsigned queue) const {
  const Request& first = requests_.front(queues_[queue].requests);
  return params_.rts_timeout != 0 && now >= first.at + params_.rts_timeout;
}

/// The first RTS of `number`, which leaves its queue.
Egress::Request Egress::take_request(Cycle now, unsigned number) {
  Queue& queue = queues_[number];
  Request request = requests_.pop_front(queue.requests);
  if (--queue.depth == 0) waiting_ &= ~(1u << number);
  Level& level = ports_[port_of_queue(number)].stats.requests[cos_of_queue(number)];
  level.set(now, queue.depth);
  return request;
}

void Egress::grant(Cycle now) {
  grants_at_ = kNoCycle;
  const bool hold = !buffer_.can_reserve();
  const unsigned number =
      hold ? kNoQueue
           : picker_.peek(params_.cts_plan, candidates(), [this](unsigned q) { return fits(q); });
  const bool stale = number != kNoQueue && is_stale(now, number);
  if (observer_ != nullptr) {
    CtsView view = cts_view();
    view.hold |= stale;
    observer_->scheduled(now, view, stale ? kNoQueue : number);
  }
  if (number == kNoQueue) return;
  wake_scheduler(now + 1);
  if (stale) {
    rules_.forgotten(now, number);
    take_request(now, number);
    ++counters_.late_cells;
    return;
  }
  // Which the RTS that is taken may change.
  const unsigned eport = port_of_queue(number);
  const uint32_t uncounted = uncounted_bytes(eport);
  Request request = take_request(now, number);
  picker_.grant(params_.cts_plan, number, request.bytes);
  fetch(now, number, std::move(request), uncounted);
}

/// `uncounted`: bytes beyond the port's window that the packet could be chosen in spite of.
void Egress::fetch(Cycle now, unsigned queue, Request request, uint32_t uncounted) {
  const unsigned eport = port_of_queue(queue);
  Port& port = ports_[eport];
  const uint16_t eptr = buffer_.reserve(request.bytes);
  rules_.granted(now, eport, eptr, request.src, request.asked.facts, uncounted);
  const unsigned context = kFormat.context(eptr);
  if (fetched_.size() <= context) fetched_.resize(context + 1);
  Fetched& packet = fetched_[context];
  packet = {};
  packet.packet = std::move(request.asked.packet);
  packet.granted = now;
  packet.eport = static_cast<uint8_t>(eport);
  packet.cos = static_cast<uint8_t>(cos_of_queue(queue));
  packet.cells = static_cast<uint8_t>(cells_of(request.bytes));
  const uint32_t flow = flow_of(request, cos_of_queue(queue));
  packet.entry = static_cast<uint16_t>(order_of(eport, packet.cos).push(flow, eptr));
  if (observer_ != nullptr) observer_->reserved(now, place_of(eptr), flow, request.bytes);
  if (params_.carried) {
    if (data_.size() <= context) data_.resize(context + 1);
    data_[context].assign(request.bytes, 0);
  }
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

/// What an RTS tells of its flow: chip and interface that it comes from, class, hash.
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
  const uint8_t avoid = loads_[interface_of(eport)].place(now, data_words_of(request.bytes));
  const CtsWord word{request.iptr, eptr, eport, cos, avoid};
  Cell cts = make_cell(pack_word(word), static_cast<unsigned>(IpCell::kCts), kMinCellWords,
                       traffic_class(IpCell::kCts, params_.high_classes >> cos & 1));
  cts.dst = request.src;
  events_.push(now + params_.cts_cycles, IpEvent::kCellOut, request.endpoint, cts);
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
  const Fetched& packet = fetched_[kFormat.context(eptr)];
  return {packet.eport, is_strict(packet.cos), eptr, packet.entry};
}

CtsView Egress::cts_view() const {
  CtsView view;
  view.waiting = candidates();
  for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
    if (waiting_ >> queue & 1) view.bytes[queue] = requests_.front(queues_[queue].requests).bytes;
  }
  for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
    view.slots[eport] = params_.buffer_slots - ports_[eport].slots;
    view.outstanding[eport] = ports_[eport].outstanding;
    view.window[eport] = window(eport);
  }
  view.hold = !buffer_.can_reserve();
  return view;
}

void Egress::prefetch() const {
  const Queue* const others = &queues_[rts_queue(kMacEport, 0)];
  prefetch_lines(this, static_cast<std::size_t>(reinterpret_cast<const char*>(others) -
                                                reinterpret_cast<const char*>(this)));
  prefetch_lines(&loads_[kNicInterface], sizeof(PortLoads));
  requests_.prefetch();
  rules_.prefetch();
  prefetch_lines(fetched_.data(), fetched_.size() * sizeof(Fetched));
  prefetch_lines(buffer_.memory(), buffer_.memory_bytes());
  for (const Port& port : ports_) {
    if (port.host == nullptr) continue;
    const auto seldom = reinterpret_cast<const char*>(&port.stats.requests);
    prefetch_lines(&port, static_cast<std::size_t>(seldom - reinterpret_cast<const char*>(&port)));
    prefetch_lines(port.order.memory(), port.order.memory_bytes());
    port.stats.prefetch();
    // One that has waited for the wire was fetched in an earlier window.
    if (port.order.offered() == ReorderBooks::kNone) continue;
    const uint16_t eptr = port.order.tag(port.order.offered());
    prefetch_lines(fetched_[kFormat.context(eptr)].packet.get(), sizeof(Packet));
    expect_leaving(eptr);
  }
  for (const Wire& wire : wires_) {
    if (wire.leaving == kNoContext) continue;
    const Packet* packet = fetched_[wire.leaving].packet.get();
    if (packet != nullptr) prefetch_soon(packet, sizeof(Packet));
  }
}

unsigned Egress::requests() const {
  unsigned requests = 0;
  for (const Queue& queue : queues_) requests += queue.depth;
  return requests;
}

}  // namespace tinsim
