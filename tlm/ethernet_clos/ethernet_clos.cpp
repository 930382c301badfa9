// SPDX-License-Identifier: Apache-2.0
// A two-tier Clos network of Ethernet switches: its events, and the path of a frame.
#include "tlm/ethernet_clos/ethernet_clos.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "base/errors.h"

namespace tinsim {
namespace {

constexpr std::size_t kHeaderBytes = 64;  // that a switch reads before it forwards a frame
constexpr uint8_t kNotEct = 0, kCongestionExperienced = 3;  // RFC 3168

}  // namespace

EthernetClos::EthernetClos(const ClosParams& params, const std::vector<uint64_t>& addresses)
    : params_(params),
      limits_{params.buffer_bytes, params.queue_bytes, params.ecn_bytes, params.alpha},
      leaves_(params.leaves(addresses.size())),
      leaf_outputs_(params.hosts_per_leaf + params.spines),
      first_of_spines_(leaves_ * leaf_outputs_),
      buffers_(leaves_ + params.spines),
      nics_(addresses.size(), Nic(params.host_rate)) {
  const std::size_t outputs = first_of_spines_ + params.spines * leaves_;
  outputs_.reserve(outputs);
  for (std::size_t i = 0; i < outputs; ++i)
    outputs_.emplace_back(is_down(i) ? params.host_rate : params.spine_rate);
  for (std::size_t i = 0; i < addresses.size(); ++i)
    host_of_[addresses[i]] = static_cast<uint32_t>(i);
}

void EthernetClos::attach(std::size_t number, Host& host) {
  nics_[number].host = &host;
  arm(number, 0);
}

void EthernetClos::run_to(Cycle end) {
  while (!events_.empty() && events_.front().at < end) {
    std::pop_heap(events_.begin(), events_.end(), std::greater<>());
    Event event = std::move(events_.back());
    events_.pop_back();
    switch (event.kind) {
      case Kind::kHost:
        take(event.target, event.at);
        break;
      case Kind::kQueue:
        queue(event.target, std::move(event.frame), event.at);
        break;
      case Kind::kFree:
        this->end(event.target, event.at);
        break;
      case Kind::kDeliver:
        deliver(event.target, event.frame, event.at);
        break;
    }
  }
}

void EthernetClos::schedule(Cycle at, Kind kind, std::size_t target, ClosFrame frame) {
  events_.push_back({at, kind, static_cast<uint32_t>(target), scheduled_++, std::move(frame)});
  std::push_heap(events_.begin(), events_.end(), std::greater<>());
}

std::size_t EthernetClos::host_at(const Packet& packet) const {
  const auto found = host_of_.find(packet.address_hi);
  if (found == host_of_.end())
    throw InvariantError(
        fmt::format("ethernet_clos: no host has the address {:#x}", packet.address_hi));
  return found->second;
}

/// ECMP: all packets of a flow take one spine.
std::size_t EthernetClos::output_of_leaf(std::size_t leaf, const Packet& packet) const {
  const std::size_t host = host_at(packet);
  if (leaf_of(host) == leaf) return down_output(host);
  return uplink_output(leaf, packet.flow_hash % params_.spines);
}

// ---- hosts

/// One event per host holds: that of the first cycle in which it may send.
void EthernetClos::arm(std::size_t number, Cycle now) {
  Nic& nic = nics_[number];
  const Cycle next = nic.host->next();
  const Cycle due = next == kNoCycle ? kNoCycle : std::max({next, nic.wire.free_from(), now});
  if (due == nic.due) return;
  nic.due = due;
  if (due != kNoCycle) schedule(due, Kind::kHost, number);
}

void EthernetClos::take(std::size_t number, Cycle now) {
  Nic& nic = nics_[number];
  if (nic.due != now) return;
  nic.due = kNoCycle;
  if (PacketPtr packet = nic.host->take(now)) {
    ++totals_.sent;
    const FrameTimes times = nic.wire.start(now, packet->frame_bytes);
    const std::size_t output = output_of_leaf(leaf_of(number), *packet);
    const uint8_t ecn = packet->ecn;
    enter(output, {std::move(packet), ecn, 0}, times, params_.host_cable, true);
  }
  arm(number, now);
}

void EthernetClos::deliver(std::size_t number, const ClosFrame& frame, Cycle now) {
  ++totals_.delivered;
  if (ClosClassCounters* counters = counted(frame.packet->cos, now)) {
    ++counters->packets;
    counters->bytes += frame.packet->bytes;
  }
  nics_[number].host->receive(frame.packet, frame.ecn, now);
  arm(number, now);
}

// ---- switches

/// A frame comes over a cable to the switch of `output`, where it is ready after its header or its
/// end. A frame that overtakes its own end would have gaps, so a faster output waits for the end.
void EthernetClos::enter(std::size_t output, ClosFrame frame, const FrameTimes& times, Cycle cable,
                         bool from_host) {
  const WireRate in = from_host ? params_.host_rate : params_.spine_rate;
  const WireRate out = is_down(output) ? params_.host_rate : params_.spine_rate;
  const bool is_slower = out.bits * in.cycles <= in.bits * out.cycles;
  const std::size_t bytes = frame.packet->frame_bytes;
  const Cycle known = params_.cut_through && is_slower
                          ? times.byte_arrived(std::min(bytes, kHeaderBytes) - 1)
                          : times.ends();
  schedule(known + cable + params_.switch_cycles, Kind::kQueue, output, std::move(frame));
}

void EthernetClos::queue(std::size_t number, ClosFrame frame, Cycle now) {
  ClosOutput& output = outputs_[number];
  SharedBuffer& buffer = buffers_[switch_of(number)];
  const Packet& packet = *frame.packet;
  ClosClassCounters* const counters = counted(packet.cos, now);
  if (!buffer.admits(limits_, output.bytes(packet.cos), packet.frame_bytes)) {
    ++totals_.dropped;
    if (counters != nullptr) ++counters->dropped;
    return;
  }
  if (output.bytes(packet.cos) > limits_.ecn_bytes && frame.ecn != kNotEct &&
      frame.ecn != kCongestionExperienced) {
    frame.ecn = kCongestionExperienced;
    if (counters != nullptr) ++counters->marked;
  }
  buffer.add(packet.frame_bytes);
  frame.queued = now;
  output.push(std::move(frame));
  if (!output.sending) start(number, now);
}

void EthernetClos::start(std::size_t number, Cycle now) {
  ClosOutput& output = outputs_[number];
  ClosFrame frame = output.pop(params_.shares);
  if (ClosClassCounters* counters = counted(frame.packet->cos, now))
    counters->queueing.add(now - frame.queued);
  const FrameTimes times = output.wire.start(now, frame.packet->frame_bytes);
  ++output.sent;
  output.sending = {frame.packet->cos, frame.packet->frame_bytes};
  forward(number, std::move(frame), times);
  schedule(std::max(output.wire.free_from(), now + 1), Kind::kFree, number);
}

void EthernetClos::end(std::size_t number, Cycle now) {
  ClosOutput& output = outputs_[number];
  output.release(*output.sending);
  buffers_[switch_of(number)].remove(output.sending->bytes);
  output.sending.reset();
  if (!output.is_empty()) start(number, now);
}

/// The frame leaves by `output`, to a host, a leaf or a spine.
void EthernetClos::forward(std::size_t output, ClosFrame frame, const FrameTimes& times) {
  const std::size_t host = host_at(*frame.packet);
  if (is_down(output))
    return schedule(times.ends() + params_.host_cable, Kind::kDeliver, host, std::move(frame));
  const std::size_t leaf = leaf_of(host);
  const std::size_t spine = output % leaf_outputs_ - params_.hosts_per_leaf;
  const std::size_t next =
      is_of_spine(output) ? down_output(host) : first_of_spines_ + spine * leaves_ + leaf;
  enter(next, std::move(frame), times, params_.spine_cable, false);
}

ClosTotals EthernetClos::totals() const {
  ClosTotals totals = totals_;
  for (const Event& event : events_)
    totals.in_flight += event.kind == Kind::kQueue || event.kind == Kind::kDeliver;
  uint64_t queued = 0, used = 0;
  for (const ClosOutput& output : outputs_) {
    totals.in_flight += output.frames();
    totals.queue_peak_bytes = std::max(totals.queue_peak_bytes, output.peak());
    for (unsigned cos = 0; cos < kCosClasses; ++cos) queued += output.bytes(cos);
  }
  for (const SharedBuffer& buffer : buffers_) {
    totals.buffer_peak_bytes = std::max(totals.buffer_peak_bytes, buffer.peak());
    used += buffer.used();
  }
  if (totals.sent != totals.delivered + totals.dropped + totals.in_flight || used != queued) {
    throw InvariantError(fmt::format(
        "ethernet_clos: {} packets sent, but {} delivered, {} dropped, {} on their way; {} bytes "
        "in buffers, {} in queues",
        totals.sent, totals.delivered, totals.dropped, totals.in_flight, used, queued));
  }
  return totals;
}

}  // namespace tinsim
