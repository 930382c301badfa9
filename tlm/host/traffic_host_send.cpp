// SPDX-License-Identifier: Apache-2.0
// A host that makes traffic: packets for its NIC.
#include <algorithm>
#include <utility>

#include "tlm/host/traffic_host.h"

namespace tinsim {

PacketPtr TrafficHost::take(Cycle now) {
  advance(now);
  if (has_free_ack()) return take_ack(now);
  if (now < sends_from()) return nullptr;
  while (turns_.has_any(held_)) {
    const unsigned cos = turns_.next_class(held_);
    const bool from_source = turns_.takes_source(cos);
    PacketPtr packet = from_source ? take_raw(*turns_.take_source(cos), now)
                                   : take_segment(*turns_.take_sender(cos), now);
    if (packet == nullptr) continue;
    turns_.sent(cos, packet->bytes, from_source);
    return packet;
  }
  return nullptr;
}

PacketPtr TrafficHost::take_ack(Cycle now) {
  const Ack* at = first_free_ack();
  const Ack ack = *at;
  acks_.erase(at);
  const FlowIdentity identity = ack_identity(ack.peer->flow);
  Packet packet;
  packet.cos = ack.cos;
  address_packet(identity, network_.host.ack_bytes, packet);
  packet.number = ack.peer->acks++;
  packet.born = now;
  packet.segment = ack.segment;
  packet.segment.is_ack = true;
  packet.segment.marked = ack.marked;
  packet.segment.remote_cycles = now - ack.arrived;
  return close(std::move(packet), identity);
}

/// Null if the connection, which was in turn, may not send now.
PacketPtr TrafficHost::take_segment(Sender& sender, Cycle now) {
  sender.ready = false;
  if (sender.connection->may_send(now) != now) {
    wake(sender, now);
    return nullptr;
  }
  const OutgoingSegment segment = sender.connection->send(now);
  if (segment.is_last && !segment.is_retransmission) sent_whole(segment.message_born);
  PacketPtr packet = make_data(sender, segment, now, now);
  wake(sender, now);
  watch(sender);
  return packet;
}

/// A message born in cycle `born` is on its way whole.
void TrafficHost::sent_whole(Cycle born) {
  auto at =
      std::lower_bound(unsent_.begin(), unsent_.end(), born,
                       [](const Unsent& message, Cycle cycle) { return message.born < cycle; });
  while (at->is_sent) ++at;
  at->is_sent = true;
  while (!unsent_.empty() && unsent_.front().is_sent) unsent_.pop_front();
}

PacketPtr TrafficHost::take_raw(Source& source, Cycle now) {
  const Waiting& head = source.waiting.front();
  Sender& sender = sender_to(source.entry, head.to);
  OutgoingSegment segment;
  segment.number = sender.packets;
  segment.message = sender.message;
  segment.bytes = std::min(network_.entries[source.entry].segment_bytes,
                           head.message.bytes - source.sent_bytes);
  segment.message_born = head.message.born;
  source.sent_bytes += segment.bytes;
  segment.is_last = source.sent_bytes == head.message.bytes;
  PacketPtr packet = make_data(sender, segment, head.message.born, now);
  if (segment.is_last) {
    ++sender.message;
    source.sent_bytes = 0;
    source.waiting.pop_front();
  }
  if (!source.waiting.empty()) turns_.add(cos_of(source.entry), &source);
  return packet;
}

PacketPtr TrafficHost::make_data(Sender& sender, const OutgoingSegment& segment, Cycle born,
                                 Cycle now) {
  const TrafficClass& of_entry = network_.entries[sender.flow.entry];
  const FlowIdentity identity = data_identity(sender.flow);
  if (HostClassStats* stats = counted(sender.flow.entry, now)) {
    ++stats->counts.sent;
    stats->counts.sent_again += segment.is_retransmission;
  }
  pace(now, segment.bytes);
  Packet packet;
  packet.cos = of_entry.cos;
  packet.ecn = of_entry.ecn;
  address_packet(identity, segment.bytes + network_.host.header_bytes, packet);
  packet.number = sender.packets++;
  packet.born = born;
  packet.segment.flow = connection_number(sender.flow.entry, number_, sender.flow.peer);
  packet.segment.number = segment.number;
  packet.segment.message = segment.message;
  packet.segment.is_last = segment.is_last;
  packet.segment.sent = now;
  packet.segment.message_born = segment.message_born;
  return close(std::move(packet), identity);
}

PacketPtr TrafficHost::close(Packet&& packet, const FlowIdentity& identity) const {
  packet.src_host = number_;
  if (network_.carried) write_octets(identity, packet);
  return std::allocate_shared<Packet>(std::pmr::polymorphic_allocator<Packet>(network_.packets),
                                      std::move(packet));
}

}  // namespace tinsim
