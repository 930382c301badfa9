// SPDX-License-Identifier: Apache-2.0
// From a judged frame to a packet, and back.
#include "tlm/ethernet/packet_frame.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/etherip.h"

namespace tinsim {
namespace {

Packet packet_of(const FrameInfo& info, size_t frame_bytes, const IpAddress& dst) {
  Packet packet;
  packet.cos = info.cos;
  packet.ecn = info.ecn;
  packet.frame_bytes = static_cast<uint16_t>(frame_bytes);
  packet.flow = flow_number(info.flow);
  packet.flow_hash = flow_hash(packet.flow);
  packet.address_hi = dst.hi;
  packet.address_lo = dst.lo;
  return packet;
}

}  // namespace

Packet packet_of_ip(const FrameInfo& info, const uint8_t* frame, size_t frame_bytes, bool carried) {
  Packet packet = packet_of(info, frame_bytes, info.ip_dst);
  packet.kind = info.verdict == FrameVerdict::kIpv6 ? PacketKind::kIpv6 : PacketKind::kIpv4;
  packet.bytes = info.ip_bytes;
  const uint8_t* ip = frame + info.l2_bytes;
  if (carried) packet.data.assign(ip, ip + info.ip_bytes);
  return packet;
}

Packet packet_of_other(const FrameInfo& info, const uint8_t* frame, size_t frame_bytes,
                       const IpAddress& src, const IpAddress& dst, bool carried) {
  Packet packet = packet_of(info, frame_bytes, dst);
  packet.kind = PacketKind::kFrame;
  const size_t inside = frame_bytes - kFcsBytes;
  packet.bytes = static_cast<uint16_t>(kEtherIpBytes + inside);
  if (carried) packet.data = encapsulate(frame, inside, src, dst, info.cos);
  return packet;
}

size_t leaving_frame_bytes(const Packet& packet, bool tagged) {
  if (packet.kind == PacketKind::kFrame) return packet.frame_bytes;
  return rebuilt_bytes(packet.bytes, tagged);
}

std::vector<uint8_t> leaving_frame(const Packet& packet, const L2Header& l2, uint8_t ecn) {
  if (packet.kind == PacketKind::kFrame) {
    auto frame = decapsulate(packet.data.data(), packet.data.size());
    if (!frame) {
      throw InvariantError(
          fmt::format("ethernet: packet {} of flow {:#010x} from host {} is no EtherIP packet when "
                      "it leaves; it was encapsulated here",
                      packet.number, packet.flow, packet.src_host));
    }
    return *std::move(frame);
  }
  if (ecn == packet.ecn) return rebuild_frame(l2, packet.data.data(), packet.data.size());
  std::vector<uint8_t> marked = packet.data;
  set_ecn(marked.data(), ecn);
  return rebuild_frame(l2, marked.data(), marked.size());
}

}  // namespace tinsim
