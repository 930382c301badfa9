// SPDX-License-Identifier: Apache-2.0
// Packets whose RTSs are sent to chips of other ranks, as bytes.
#include "platform/ranks/packet_mail.h"

#include <memory>
#include <utility>

namespace tinsim {

namespace {

/// fn(member of packet) for all but the octets.
template <class P, class Fn>
void for_each_packet_field(P& packet, const Fn& fn) {
  static_assert(sizeof(Packet) == 96, "has a field been added? Name it below.");
  fn(packet.kind), fn(packet.cos), fn(packet.ecn), fn(packet.bad_fcs), fn(packet.bytes);
  fn(packet.frame_bytes), fn(packet.is_expired);
  fn(packet.flow_hash), fn(packet.flow), fn(packet.number), fn(packet.src_host);
  fn(packet.address_hi), fn(packet.address_lo), fn(packet.born), fn(packet.segment);
}

}  // namespace

void put_packet(Bytes& to, const Packet& packet) {
  for_each_packet_field(packet, [&to](const auto& field) { put(to, field); });
  put(to, packet.data);
}

Packet take_packet(ByteReader& from) {
  Packet packet;
  for_each_packet_field(packet, [&from](auto& field) {
    field = from.take<std::remove_reference_t<decltype(field)>>();
  });
  packet.data = from.take_all<uint8_t>();
  return packet;
}

void PacketMail::pack(unsigned rank, Bytes& to) {
  const auto packets = directory_.take_outgoing(rank);
  put(to, uint64_t{packets.size()});
  for (const RemotePacket& far : packets) {
    put(to, far.src);
    put(to, far.iptr);
    put_packet(to, *far.packet);
  }
}

void PacketMail::unpack(ByteReader& from) {
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    RemotePacket far;
    far.src = from.take<uint16_t>();
    far.iptr = from.take<uint32_t>();
    far.packet = std::make_shared<const Packet>(take_packet(from));
    directory_.arrive(std::move(far));
  }
}

}  // namespace tinsim
