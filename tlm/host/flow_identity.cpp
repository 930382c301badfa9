// SPDX-License-Identifier: Apache-2.0
// Packets of a connection: flow fields, and octets where they are carried.
#include "tlm/host/flow_identity.h"

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/flow.h"
#include "tlm/ethernet/octets.h"
#include "tlm/ethernet/packet_frame.h"

namespace tinsim {

namespace {

constexpr uint8_t kUdp = 17;
constexpr size_t kIpBytes = 20;

uint32_t ipv4_word(const IpAddress& address) { return static_cast<uint32_t>(address.hi >> 32); }

}  // namespace

FlowIdentity::FlowIdentity(const IpAddress& from, const IpAddress& to, uint16_t from_port,
                           uint16_t to_port)
    : src(from), dst(to), src_port(from_port), dst_port(to_port) {
  FlowKey key;
  key.kind = 4;
  key.protocol = kUdp;
  put_be32(key.src.data(), ipv4_word(src));
  put_be32(key.dst.data(), ipv4_word(dst));
  key.src_port = src_port;
  key.dst_port_or_type = dst_port;
  flow = flow_number(key);
  flow_hash = tinsim::flow_hash(flow);
}

void address_packet(const FlowIdentity& identity, unsigned bytes, Packet& packet) {
  packet.kind = PacketKind::kIpv4;
  packet.bytes = static_cast<uint16_t>(bytes);
  packet.frame_bytes = static_cast<uint16_t>(leaving_frame_bytes(packet, false));
  packet.flow = identity.flow;
  packet.flow_hash = identity.flow_hash;
  packet.address_hi = identity.dst.hi;
  packet.address_lo = identity.dst.lo;
}

void write_octets(const FlowIdentity& identity, Packet& packet) {
  packet.data.resize(packet.bytes);
  uint8_t* ip = packet.data.data();
  ip[0] = 0x45;
  ip[1] = static_cast<uint8_t>(packet.cos << 5 | packet.ecn);
  put_be16(ip + 2, packet.bytes);
  put_be16(ip + 4, static_cast<uint16_t>(packet.number));
  put_be16(ip + 6, 0x4000);  // do not fragment
  ip[8] = 64;
  ip[9] = kUdp;
  put_be32(ip + 12, ipv4_word(identity.src));
  put_be32(ip + 16, ipv4_word(identity.dst));
  put_be16(ip + 10, internet_checksum(ip, kIpBytes));
  put_be16(ip + 20, identity.src_port);
  put_be16(ip + 22, identity.dst_port);
  put_be16(ip + 24, static_cast<uint16_t>(packet.bytes - kIpBytes));
  for (size_t i = kIpUdpBytes; i < packet.data.size(); ++i) {
    ip[i] = static_cast<uint8_t>(packet.flow + packet.number + i);
  }
}

}  // namespace tinsim
