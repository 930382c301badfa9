// SPDX-License-Identifier: Apache-2.0
// A host that makes traffic: packets that arrive.
#include <utility>

#include "base/random.h"
#include "tlm/host/traffic_host.h"

namespace tinsim {

namespace {

constexpr uint32_t kHostStreams = 0x20000;  // entries of messages are below
constexpr uint8_t kCongestionExperienced = 3;

}  // namespace

void TrafficHost::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  advance(at);
  expected_ = kNoKey;
  // Packets of other sources, for example of a capture, have no receiver here.
  if (packet->segment.flow == kNoConnection) return;
  if (!packet->segment.is_ack) return arrive(packet, ecn, at);
  arrive_ack(*packet, at);
  Sender& sender = sender_to(entry_of(packet->segment), packet->src_host);
  see({packet->segment, &sender, nullptr, packet->src_host, packet->cos, false, at, at});
}

void TrafficHost::arrive_ack(const Packet& packet, Cycle at) {
  const Segment& segment = packet.segment;
  if (!stats_.counts(at)) return;
  stats_.add_rtt(number_, packet.cos, at - segment.sent - segment.remote_cycles);
}

void TrafficHost::arrive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  const Segment& segment = packet->segment;
  const unsigned entry = entry_of(segment);
  const bool marked = ecn == kCongestionExperienced;
  HostClassStats* stats = counted(entry, at);
  Peer& peer = peer_of(entry, packet->src_host);
  const bool is_new = peer.receiver.take(segment, [&](Cycle born) {
    if (on_message) on_message(entry, packet->src_host, at);
    if (stats == nullptr) return;
    ++stats->counts.messages;
    stats->completion.add(at - born);
    stats_.service().ended(at, at - born);
  });
  const unsigned bytes = packet->bytes - network_.host.header_bytes;
  if (is_new) received_bytes_ += bytes;
  if (stats != nullptr) {
    stats->one_way.add(at - segment.sent);
    stats->counts.marked += marked;
    ++(is_new ? stats->counts.packets : stats->counts.again);
    if (is_new) {
      stats->counts.bytes += bytes;
      stats_.service().done(at, bytes);
    }
  }
  if (!network_.entries[entry].with_swift) return;
  see({segment, nullptr, &peer, packet->src_host, packet->cos, marked, at, at});
}

/// The packet passes the host's software, behind earlier ones.
void TrafficHost::see(Seen seen) {
  const Draw random = draw(network_.seed, kHostStreams, number_, received_packets_++);
  uint32_t rest = 0;
  const Cycle jitter = pick(random.gap, network_.host.jitter_cycles + 1, rest);
  engine_free_ = std::max(engine_free_, seen.arrived) + network_.host.packet_cycles;
  seen.done = engine_free_ + network_.host.process_cycles + jitter;
  if (!seen_.empty()) seen.done = std::max(seen.done, seen_.back().done);
  seen_.push_back(seen);
  serve_received();
}

HostClassStats* TrafficHost::counted(unsigned entry, Cycle at) {
  return stats_.counts(at) ? &stats_.of_class(network_.entries[entry].cos) : nullptr;
}

}  // namespace tinsim
