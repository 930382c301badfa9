// SPDX-License-Identifier: Apache-2.0
// A host that makes traffic: its events and their order.
#include "tlm/host/traffic_host.h"

#include <algorithm>

#include "base/prefetch.h"

namespace tinsim {

namespace {

constexpr uint16_t kFirstPort = 0xC000;  // the dynamic ports (RFC 6335), one for each entry
constexpr uint16_t kServicePort = 0xBFFF;

constexpr uint32_t key_of(unsigned entry, uint16_t host) { return entry << 16 | host; }

uint16_t port_of(unsigned entry) { return static_cast<uint16_t>(kFirstPort + entry); }

}  // namespace

TrafficHost::TrafficHost(const HostNetwork& network, uint16_t number, HostStats& stats)
    : network_(network),
      number_(number),
      stats_(stats),
      sources_(network.memory),
      unsent_(network.memory),
      swift_(network.swift),
      senders_(network.memory),
      peers_(network.memory),
      seen_(network.memory),
      acks_(network.memory),
      turns_(network.shares, network.memory) {}

void TrafficHost::add_source(unsigned entry, HostTargets targets) {
  sources_.emplace_back(entry, MessageSource(network_.plans[entry], number_, std::move(targets)));
  serve_sources();
}

void TrafficHost::serve_sources() {
  next_born_ = kNoCycle;
  for (const Source& source : sources_) {
    next_born_ = std::min(next_born_, source.messages.head().born);
  }
}

const Swift* TrafficHost::swift(unsigned entry, uint16_t peer) const {
  const Sender* sender = senders_.find(key_of(entry, peer));
  return sender != nullptr && sender->connection ? &sender->connection->swift() : nullptr;
}

Cycle TrafficHost::oldest_waiting() const {
  Cycle oldest = kNoCycle;
  for (const Source& source : sources_) {
    if (!source.waiting.empty()) oldest = std::min(oldest, source.waiting.front().message.born);
  }
  return unsent_.empty() ? oldest : std::min(oldest, unsent_.front().born);
}

Cycle TrafficHost::take_oldest() {
  if (kept_.empty()) {
    if (keeps_at_ != kNoCycle) keeps_at_ += keep_step_;
    return oldest_waiting();
  }
  const Cycle oldest = kept_.front();
  kept_.erase(kept_.begin());
  return oldest;
}

/// The host does not change between two calls: its state is that at the begin of those cycles.
void TrafficHost::keep_until(Cycle now) {
  for (; keeps_at_ <= now; keeps_at_ += keep_step_) kept_.push_back(oldest_waiting());
}

/// Not all connections can be prefetched; the next ones can.
void TrafficHost::prefetch() const {
  const auto turns = reinterpret_cast<const char*>(&turns_);
  prefetch_lines(this, static_cast<std::size_t>(turns - reinterpret_cast<const char*>(this)));
  turns_.prefetch();
  for (const Source& source : sources_) {
    prefetch_lines(&source, sizeof(source));
    senders_.prefetch(key_of(source.entry, source.messages.destination()));
  }
  senders_.prefetch_next();
  peers_.prefetch_next();
  if (!timers_.empty()) {  // the place of the next one, and of the first comparison
    prefetch_lines(timers_.data() + timers_.size() / 2, 1);
    prefetch_soon(timers_.data() + timers_.size(), sizeof(Timer));
  }
  if (!acks_.empty()) {
    prefetch_lines(&acks_.front(), sizeof(Ack));
    prefetch_soon(acks_.front().peer, sizeof(Peer));
  }
  fetch_expected();
  if (seen_.empty()) return;
  const Seen& next = seen_.front();
  prefetch_lines(&next, std::min<std::size_t>(seen_.size(), 2) * sizeof(next));
  if (next.sender != nullptr) prefetch_soon(next.sender, sizeof(Sender));
  if (next.peer != nullptr) prefetch_soon(next.peer, sizeof(Peer));
}

void TrafficHost::expect(const Packet& packet) {
  if (packet.segment.flow == kNoConnection) return;
  expected_ = key_of(entry_of(packet.segment), packet.src_host);
  expects_ack_ = packet.segment.is_ack;
  if (expects_ack_) {
    senders_.prefetch(expected_);
  } else {
    peers_.prefetch(expected_);
  }
}

/// A packet with data takes longer than a window to leave: lines prefetched then are evicted again.
void TrafficHost::fetch_expected() const {
  if (expected_ == kNoKey) return;
  if (expects_ack_) return senders_.prefetch(expected_);
  if (const Peer* peer = peers_.find(expected_)) prefetch_soon(peer, sizeof(Peer));
}

// ---- time

Cycle TrafficHost::next() const {
  if (has_free_ack()) return now_;
  const Cycle event = next_event();
  return turns_.has_any(held_) ? std::min(event, std::max(now_, sends_from())) : event;
}

Cycle TrafficHost::sends_from() const {
  return network_.host.send_rate ? WireClock(*network_.host.send_rate).cycle_at(send_steps_) : 0;
}

/// The transport has been busy with `bytes` of a message from `now` on.
void TrafficHost::pace(Cycle now, unsigned bytes) {
  if (!network_.host.send_rate) return;
  const WireClock clock(*network_.host.send_rate);
  send_steps_ =
      std::max(send_steps_, clock.steps_of_cycle(now)) + clock.steps_of_bits(8 * uint64_t{bytes});
}

void TrafficHost::advance(Cycle now) {
  if (keeps_at_ <= now) keep_until(now);
  for (Cycle at = next_event(); at <= now && at != kNoCycle; at = next_event()) {
    for (; next_seen_ == at; serve_received()) {
      finish(seen_.front());
      seen_.pop_front();
    }
    while (next_timer_ == at) {
      const Timer timer = timers_.front();
      std::pop_heap(timers_.begin(), timers_.end(), std::greater<>());
      timers_.pop_back();
      serve_timers();
      expire(timer);
    }
    if (next_born_ != at) continue;
    for (Source& source : sources_) {
      for (; source.messages.head().born == at; source.messages.pop()) create_message(source, at);
    }
    serve_sources();
  }
  now_ = now;
}

/// The head of a source is there.
void TrafficHost::create_message(Source& source, Cycle now) {
  const Message& message = source.messages.head();
  const uint16_t to = source.messages.destination();
  if (network_.entries[source.entry].with_swift) return give(source.entry, to, message, now);
  count_made(source.entry, message, now);
  if (source.waiting.empty()) turns_.add(cos_of(source.entry), &source);
  source.waiting.push_back({message, to});
}

void TrafficHost::count_made(unsigned entry, const Message& message, Cycle now) {
  HostClassStats* stats = counted(entry, now);
  if (stats == nullptr) return;
  ++stats->counts.messages_made;
  stats->counts.bytes_made += message.bytes;
  stats_.service().asked(now, message.bytes);
}

/// Hands a message to its connection.
void TrafficHost::give(unsigned entry, uint16_t to, const Message& message, Cycle now) {
  count_made(entry, message, now);
  Sender& sender = sender_to(entry, to);
  sender.connection->add(message);
  unsent_.push_back({message.born, false});
  wake(sender, now);
}

void TrafficHost::send(Cycle now, unsigned entry, uint16_t to, uint32_t bytes) {
  advance(now);
  give(entry, to, {now, bytes}, now);
}

/// The host's software has a packet.
void TrafficHost::finish(const Seen& seen) {
  const Segment& segment = seen.segment;
  if (!segment.is_ack) {
    acks_.push_back({seen.peer, segment, seen.from, seen.cos, seen.arrived, seen.marked});
    return;
  }
  Sender& sender = *seen.sender;
  const Cycle fabric = seen.arrived - segment.sent - segment.remote_cycles;
  const Cycle endpoint = segment.remote_cycles + (seen.done - seen.arrived);
  sender.connection->acked(seen.done, segment.number, segment.sent, {fabric, endpoint},
                           segment.marked);
  wake(sender, seen.done);
}

void TrafficHost::expire(const Timer& timer) {
  Sender& sender = *timer.sender;
  const Cycle now = timer.at();
  if (!timer.is_timeout()) {
    if (sender.wakes_at == now) sender.wakes_at = kNoCycle;
    return wake(sender, now);
  }
  sender.times_out_at = kNoCycle;
  if (sender.connection->timeout_at() <= now) {
    sender.connection->time_out(now);
    if (HostClassStats* stats = counted(sender.flow.entry, now)) ++stats->counts.timeouts;
    wake(sender, now);
  }
  watch(sender);
}

void TrafficHost::set_timer(Cycle at, Sender& sender, bool is_timeout) {
  // After 2^31 timers the count wraps: then two of one cycle may change places.
  timers_.push_back({uint64_t{at} << 32 | timers_set_++ << 1 | uint32_t{is_timeout}, &sender});
  std::push_heap(timers_.begin(), timers_.end(), std::greater<>());
  next_timer_ = std::min(next_timer_, at);
}

// ---- connections

TrafficHost::Sender& TrafficHost::sender_to(unsigned entry, uint16_t peer) {
  return senders_.find_or_make(key_of(entry, peer), [&] {
    const TrafficClass& of_entry = network_.entries[entry];
    const FlowIdentity identity(network_.addresses[number_], network_.addresses[peer],
                                port_of(entry), kServicePort);
    Sender sender;
    sender.flow = flow_of(identity, entry, peer);
    if (of_entry.with_swift) {
      sender.connection.emplace(new_control(), of_entry.segment_bytes);
    }
    return sender;
  });
}

CongestionControl TrafficHost::new_control() const {
  if (network_.dctcp) return CongestionControl(*network_.dctcp);
  // The host outlives its connections: the pointer needs no reference count.
  return CongestionControl(std::shared_ptr<const SwiftRules>(std::shared_ptr<void>(), &swift_));
}

TrafficHost::Peer& TrafficHost::peer_of(unsigned entry, uint16_t src) {
  return peers_.find_or_make(key_of(entry, src), [&] {
    const FlowIdentity identity(network_.addresses[number_], network_.addresses[src], kServicePort,
                                port_of(entry));
    return Peer(network_.entries[entry].with_swift, flow_of(identity, entry, src));
  });
}

TrafficHost::Flow TrafficHost::flow_of(const FlowIdentity& identity, unsigned entry,
                                       uint16_t peer) const {
  return {identity.flow, identity.flow_hash, peer, static_cast<uint16_t>(entry)};
}

FlowIdentity TrafficHost::data_identity(const Flow& flow) const {
  return {network_.addresses[number_],
          network_.addresses[flow.peer],
          port_of(flow.entry),
          kServicePort,
          flow.number,
          flow.hash};
}

FlowIdentity TrafficHost::ack_identity(const Flow& flow) const {
  return {network_.addresses[number_],
          network_.addresses[flow.peer],
          kServicePort,
          port_of(flow.entry),
          flow.number,
          flow.hash};
}

/// Puts the sender in turn as soon as it may send.
void TrafficHost::wake(Sender& sender, Cycle now) {
  if (sender.ready) return;
  const Cycle at = sender.connection->may_send(now);
  if (at == kNoCycle) return;
  if (at > now) {
    if (at >= sender.wakes_at) return;
    sender.wakes_at = at;
    return set_timer(at, sender, false);
  }
  sender.ready = true;
  turns_.add(cos_of(sender.flow.entry), &sender);
}

/// A timeout is checked when it is due; acknowledgements in between only postpone it.
void TrafficHost::watch(Sender& sender) {
  const Cycle at = sender.connection->timeout_at();
  if (at == kNoCycle || sender.times_out_at != kNoCycle) return;
  sender.times_out_at = at;
  set_timer(at, sender, true);
}

uint32_t TrafficHost::connection_number(unsigned entry, unsigned src, unsigned dst) const {
  const auto hosts = static_cast<uint32_t>(network_.addresses.size());
  return (entry * hosts + src) * hosts + dst;
}

unsigned TrafficHost::entry_of(const Segment& segment) const {
  const auto hosts = static_cast<uint32_t>(network_.addresses.size());
  return segment.flow / (hosts * hosts);
}

}  // namespace tinsim
