// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: requests, grants, and cells that come in.
#include "tlm/tin/ip/egress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/errors.h"
#include "rtl_models/parts/ecn_rule.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/cell_ports.h"

namespace tinsim {

Egress::Egress(const IpParams& params, const PacketDirectory& directory, IpCounters& counters,
               IpEvents& events)
    : params_(params),
      directory_(directory),
      counters_(counters),
      events_(events),
      rules_(params, kFormat),
      contexts_(kContexts) {
  for (unsigned i = 0; i < kIpInterfaces; ++i) wires_[i].wire = WireTransmitter(params.rates[i]);
  for (unsigned i = 0; i < kContexts; ++i) free_.insert(free_.end(), static_cast<uint16_t>(i));
}

void Egress::request(Cycle now, unsigned endpoint, const Cell& cell, CellPorts& ports) {
  const RtsWord rts = unpack_rts(word_1(cell));
  auto& queue = ports_[rts.eport].requests[rts.cos];
  if (refuses_rts(static_cast<unsigned>(queue.size()), params_.drop_threshold[rts.cos])) {
    rules_.refused(now, rts);
    ++ports_[rts.eport].stats.of_class(rts.cos).refused;
    Cell ctd =
        make_cell(pack_word(CtdWord{rts.iptr, 1}), static_cast<unsigned>(IpCell::kCtd),
                  kMinCellWords, traffic_class(IpCell::kCtd, params_.high_classes >> rts.cos & 1));
    ctd.dst = cell.src;
    return ports.queue(endpoint, ctd);
  }
  PacketPtr packet = directory_.find(cell.src, rts.iptr);
  if (!packet) {  // given up by its source in the meantime
    ++counters_.late_cells;
    return;
  }
  rules_.queued(now, rts, *packet);
  queue.push_back({std::move(packet), cell.src, rts.iptr, static_cast<uint8_t>(endpoint), now});
  ports_[rts.eport].stats.requests[rts.cos].change(now, 1);
  uint32_t& peak = counters_.rts_peak[rts_queue(rts.eport, rts.cos)];
  peak = std::max(peak, static_cast<uint32_t>(queue.size()));
  wake_scheduler(now);
}

/// The scheduler gives one grant in a cycle.
void Egress::wake_scheduler(Cycle at) {
  if (grants_at_ != kNoCycle) return;
  grants_at_ = at;
  events_.push(at, IpEvent::kGrant, 0);
}

/// Queues with an RTS.
uint32_t Egress::waiting() const {
  uint32_t mask = 0;
  for (unsigned queue = 0; queue < kRtsQueues; ++queue) {
    mask |= uint32_t{!ports_[port_of_queue(queue)].requests[cos_of_queue(queue)].empty()} << queue;
  }
  return mask;
}

/// Whether the first packet of `queue` has room in its port's window and slots.
bool Egress::fits(unsigned queue) const {
  const unsigned eport = port_of_queue(queue);
  const Port& port = ports_[eport];
  const unsigned bytes = port.requests[cos_of_queue(queue)].front().packet->bytes;
  return port.slots + cells_of(bytes) <= params_.buffer_slots &&
         fits_window(port.outstanding, bytes, params_.window[eport]);
}

/// Whether the first RTS of `queue` speaks of a packet that its ingress has given up. A CTS would
/// come for an iptr that may be another packet's by now.
bool Egress::is_stale(Cycle now, unsigned queue) const {
  const Request& first = ports_[port_of_queue(queue)].requests[cos_of_queue(queue)].front();
  return params_.rts_timeout != 0 && now >= first.at + params_.rts_timeout;
}

void Egress::grant(Cycle now) {
  grants_at_ = kNoCycle;
  if (free_.empty()) return;
  const uint32_t queues = waiting();
  const unsigned queue =
      picker_.peek(params_.cts_plan, queues, [this](unsigned q) { return fits(q); });
  if (queue == kNoQueue) return;
  if (is_stale(now, queue)) {
    rules_.forgotten(now, queue);
    Port& port = ports_[port_of_queue(queue)];
    port.requests[cos_of_queue(queue)].pop_front();
    port.stats.requests[cos_of_queue(queue)].change(now, -1);
    ++counters_.late_cells;
    return wake_scheduler(now + 1);
  }
  picker_.grant(params_.cts_plan, queues, queue,
                ports_[port_of_queue(queue)].requests[cos_of_queue(queue)].front().packet->bytes);
  fetch(now, queue);
  wake_scheduler(now + 1);
}

void Egress::fetch(Cycle now, unsigned queue) {
  const unsigned eport = port_of_queue(queue);
  const auto cos = static_cast<uint8_t>(cos_of_queue(queue));
  Port& port = ports_[eport];
  const Request request = std::move(port.requests[cos].front());
  port.requests[cos].pop_front();
  const uint16_t number = *free_.begin();
  free_.erase(free_.begin());
  Context& context = contexts_[number];
  context.state = State::kFetching;
  context.eport = static_cast<uint8_t>(eport);
  context.packet = request.packet;
  context.cells = context.missing = static_cast<uint8_t>(cells_of(request.packet->bytes));
  context.aborted = false;
  context.stored = {};
  context.order = grants_++;
  context.granted = now;
  context.flow = uint64_t{request.packet->src_host} << 32 | request.packet->flow;
  if (params_.carried) context.data.assign(request.packet->bytes, 0);
  port.outstanding += request.packet->bytes;
  port.slots += context.cells;
  counters_.outstanding_peak[eport] = std::max(counters_.outstanding_peak[eport], port.outstanding);
  counters_.slots_peak[eport] = std::max(counters_.slots_peak[eport], port.slots);
  counters_.of_class(cos).handshake.add(now - request.at);
  port.stats.requests[cos].change(now, -1);
  port.stats.outstanding.set(now, port.outstanding);
  port.stats.slots.set(now, port.slots);
  port.stats.of_class(cos).queued.add(now - request.at);

  const uint16_t eptr = kFormat.eptr(number, context.generation);
  rules_.granted(now, eport, eptr, request.src, *context.packet);
  port.flows[context.flow].push_back(eptr);
  Cell cts = make_cell(pack_word(CtsWord{request.iptr, eptr, static_cast<uint8_t>(eport), cos}),
                       static_cast<unsigned>(IpCell::kCts), kMinCellWords,
                       traffic_class(IpCell::kCts, params_.high_classes >> cos & 1));
  cts.dst = request.src;
  events_.push(now + params_.cts_cycles, IpEvent::kCellOut, request.endpoint, cts);
  if (params_.fetch_timeout == 0) return;
  if (fetches_.empty()) {
    events_.push(now + params_.fetch_timeout, IpEvent::kTimeout, kIpInterfaces);
  }
  fetches_.push_back({now, eptr});
}

Egress::Context* Egress::find(uint16_t eptr) {
  Context& context = contexts_[kFormat.context(eptr)];
  const bool taken = context.state != State::kFree;
  return taken && context.generation == kFormat.generation(eptr) ? &context : nullptr;
}

void Egress::data(Cycle now, const Cell& cell) {
  const DataWord word = unpack_data(word_1(cell));
  Context* context = find(word.eptr);
  const bool known = context != nullptr && context->state == State::kFetching &&
                     word.idx < context->cells &&
                     !(context->stored[word.idx / 64] >> word.idx % 64 & 1);
  if (!known) {
    rules_.stray(now, word);
    ++counters_.late_cells;
    return;
  }
  const Packet& packet = *context->packet;
  if (word.vbytes != vbytes_of(packet.bytes, word.idx) && word.vbytes != 0) {
    throw InvariantError(fmt::format(
        "{} cycle {}: DATA cell {} of a packet of {} bytes has {}; expected {}", params_.name, now,
        word.idx, packet.bytes, word.vbytes, vbytes_of(packet.bytes, word.idx)));
  }
  rules_.stored(now, word, cell.src);
  context->stored[word.idx / 64] |= uint64_t{1} << word.idx % 64;
  context->aborted |= word.vbytes == 0;
  if (params_.carried) {
    const auto from = packet.data.begin() + word.idx * kDataCellBytes;
    std::copy(from, from + word.vbytes, context->data.begin() + word.idx * kDataCellBytes);
  }
  if (--context->missing != 0) return;
  events_.push(now + params_.data_cycles, IpEvent::kComplete, word.eptr);
}

void Egress::time_out(Cycle now) {
  for (; !fetches_.empty(); fetches_.pop_front()) {
    const Context* context = find(fetches_.front().eptr);
    // A generation comes again after a while; the cycle of the grant does not.
    const bool waits = context != nullptr && context->state == State::kFetching &&
                       context->granted == fetches_.front().at;
    if (waits && fetches_.front().at + params_.fetch_timeout > now) break;
    if (!waits || context->missing == 0) continue;
    ++counters_.lost_by(IpLoss::kFetchTimeout);
    drop(now, fetches_.front().eptr);
  }
  if (fetches_.empty()) return;
  events_.push(fetches_.front().at + params_.fetch_timeout, IpEvent::kTimeout, kIpInterfaces);
}

unsigned Egress::requests() const {
  std::size_t requests = 0;
  for (const Port& port : ports_) {
    for (const auto& queue : port.requests) requests += queue.size();
  }
  return static_cast<unsigned>(requests);
}

void Egress::restart_stats(Cycle now) {
  for (Port& port : ports_) port.stats.restart(now);
}

bool Egress::is_idle() const {
  return requests() == 0 && fetching() == 0 &&
         std::all_of(ports_.begin(), ports_.end(), [](const Port& port) {
           return port.outstanding == 0 && port.slots == 0 && port.held_back == 0 &&
                  port.flows.empty() && port.ready.empty();
         });
}

unsigned Egress::fetching() const { return kContexts - static_cast<unsigned>(free_.size()); }

}  // namespace tinsim
