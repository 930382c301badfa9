// SPDX-License-Identifier: Apache-2.0
// Captured frames: link-layer and IP headers down to addresses, length and transport ports.
#include "platform/traffic/captured_packet.h"

#include <pcap/dlt.h>

#include <algorithm>

namespace tinsim {
namespace {

constexpr unsigned kEtherIpv4 = 0x0800;
constexpr unsigned kEtherIpv6 = 0x86dd;

/// A packet without a length in its header was to be segmented by the network card; Linux hands at
/// most this much to one (GSO_MAX_SIZE, include/linux/netdevice.h). More is a damaged frame.
constexpr uint32_t kLargestOffload = 8 * 65535;

/// The rest of a frame. Reading beyond the captured octets yields zero; check has() first if zero
/// is a valid value.
struct Bytes {
  const uint8_t* data;
  size_t size;
  size_t wire;

  bool has(size_t n) const { return size >= n; }
  unsigned u8(size_t at) const { return at < size ? data[at] : 0u; }
  unsigned u16(size_t at) const { return u8(at) << 8 | u8(at + 1); }
  Bytes from(size_t at) const {
    const size_t skip = std::min(at, size);
    return {data + skip, size - skip, wire > at ? wire - at : 0};
  }
};

/// The octets after an EtherType field, with VLAN tags (802.1Q, 802.1ad, old Q-in-Q) skipped.
std::optional<Bytes> after_ether_type(Bytes frame, size_t type_at, size_t payload_at) {
  unsigned type = frame.u16(type_at);
  while ((type == 0x8100 || type == 0x88a8 || type == 0x9100) && frame.has(payload_at + 4)) {
    type = frame.u16(payload_at + 2);
    payload_at += 4;
  }
  if (type != kEtherIpv4 && type != kEtherIpv6) return std::nullopt;
  return frame.from(payload_at);
}

/// BSD loopback: an address family in the byte order of the capturing machine (NULL) or of the
/// network (LOOP). IPv6 has a different number in each system.
std::optional<Bytes> after_family(Bytes frame) {
  constexpr std::array<uint32_t, 5> kIpFamilies = {2, 10, 24, 28, 30};
  const uint32_t family = frame.u16(0) << 16 | frame.u16(2);
  const uint32_t swapped = __builtin_bswap32(family);
  for (uint32_t known : kIpFamilies) {
    if (family == known || swapped == known) return frame.from(4);
  }
  return std::nullopt;
}

std::optional<Bytes> ip_part(int link_type, Bytes frame) {
  switch (link_type) {
    case DLT_EN10MB:
      return after_ether_type(frame, 12, 14);
    case DLT_LINUX_SLL:
      return after_ether_type(frame, 14, 16);
    case DLT_LINUX_SLL2:
      return after_ether_type(frame, 0, 20);
    case DLT_NULL:
    case DLT_LOOP:
      return after_family(frame);
    default:
      return frame;
  }
}

/// Source and destination port where the transport protocol has them in its first four bytes.
void read_ports(Bytes transport, unsigned protocol, unsigned& src, unsigned& dst) {
  constexpr unsigned kTcp = 6, kUdp = 17, kSctp = 132, kUdpLite = 136;
  if (protocol != kTcp && protocol != kUdp && protocol != kSctp && protocol != kUdpLite) return;
  src = transport.u16(0);
  dst = transport.u16(2);
}

/// Distinguishes the two ends of a packet from an address to itself by their ports.
void split_loopback(IpPacket& packet, unsigned src_port, unsigned dst_port) {
  if (packet.src.address != packet.dst.address) return;
  packet.src.alias = src_port > dst_port;
  packet.dst.alias = !packet.src.alias;
}

std::optional<IpPacket> decode_v4(Bytes ip) {
  const size_t header = (ip.u8(0) & 15) * 4;
  if (header < 20 || !ip.has(20)) return std::nullopt;
  IpPacket packet;
  packet.bytes = ip.u16(2) != 0 ? ip.u16(2) : static_cast<uint32_t>(ip.wire);
  if (packet.bytes < header || packet.bytes > ip.wire) return std::nullopt;
  if (packet.bytes > kLargestOffload) return std::nullopt;
  std::copy_n(ip.data + 12, 4, packet.src.address.begin());
  std::copy_n(ip.data + 16, 4, packet.dst.address.begin());
  unsigned src_port = 0, dst_port = 0;
  const bool first_fragment = (ip.u16(6) & 0x1fff) == 0;
  if (first_fragment) read_ports(ip.from(header), ip.u8(9), src_port, dst_port);
  split_loopback(packet, src_port, dst_port);
  return packet;
}

std::optional<IpPacket> decode_v6(Bytes ip) {
  constexpr size_t kHeaderBytes = 40;
  if (!ip.has(kHeaderBytes)) return std::nullopt;
  IpPacket packet;
  packet.src.v6 = packet.dst.v6 = true;
  packet.bytes = ip.u16(4) != 0 ? kHeaderBytes + ip.u16(4) : static_cast<uint32_t>(ip.wire);
  if (packet.bytes > ip.wire || packet.bytes > kLargestOffload) return std::nullopt;
  std::copy_n(ip.data + 8, 16, packet.src.address.begin());
  std::copy_n(ip.data + 24, 16, packet.dst.address.begin());
  unsigned src_port = 0, dst_port = 0;
  read_ports(ip.from(kHeaderBytes), ip.u8(6), src_port, dst_port);
  split_loopback(packet, src_port, dst_port);
  return packet;
}

}  // namespace

bool link_type_known(int link_type) {
  switch (link_type) {
    case DLT_EN10MB:
    case DLT_NULL:
    case DLT_LOOP:
    case DLT_RAW:
    case DLT_IPV4:
    case DLT_IPV6:
    case DLT_LINUX_SLL:
    case DLT_LINUX_SLL2:
      return true;
    default:
      return false;
  }
}

std::optional<IpPacket> decode_ip(int link_type, const uint8_t* data, size_t size,
                                  size_t wire_bytes) {
  const std::optional<Bytes> ip = ip_part(link_type, {data, size, wire_bytes});
  if (!ip) return std::nullopt;
  switch (ip->u8(0) >> 4) {
    case 4:
      return decode_v4(*ip);
    case 6:
      return decode_v6(*ip);
    default:
      return std::nullopt;
  }
}

}  // namespace tinsim
