// SPDX-License-Identifier: Apache-2.0
// IPv4 and UDP, octet by octet.
#include "platform/controller/packets.h"

#include "tlm/ethernet/checksum.h"

namespace tinsim::control {

std::uint16_t transport_checksum(std::uint32_t source, std::uint32_t destination,
                                 std::uint8_t protocol, const Bytes& segment) {
  Bytes all;
  append32(all, source);
  append32(all, destination);
  append16(all, protocol);
  append16(all, static_cast<std::uint32_t>(segment.size()));
  append(all, segment);
  return internet_checksum(all.data(), all.size());
}

Bytes make_ipv4(const Ipv4& packet) {
  Bytes out = {0x45, 0};
  append16(out, static_cast<std::uint32_t>(20 + packet.payload.size()));
  append32(out, 0);
  append(out, {64, packet.protocol, 0, 0});
  append32(out, packet.source);
  append32(out, packet.destination);
  write16(out, 10, internet_checksum(out.data(), out.size()));
  append(out, packet.payload);
  return out;
}

std::optional<Ipv4> parse_ipv4(const Bytes& packet) {
  if (packet.size() < 20 || packet[0] != 0x45 || internet_checksum(packet.data(), 20) != 0)
    return {};
  const std::size_t length = read16(packet, 2);
  if (length < 20 || length > packet.size()) return {};
  return Ipv4{read32(packet, 12), read32(packet, 16), packet[9], slice(packet, 20, length - 20)};
}

Bytes make_udp(std::uint32_t source, std::uint32_t destination, const Udp& udp) {
  Bytes segment;
  append16(segment, udp.source);
  append16(segment, udp.destination);
  append16(segment, static_cast<std::uint32_t>(8 + udp.payload.size()));
  append16(segment, 0);
  append(segment, udp.payload);
  write16(segment, 6, transport_checksum(source, destination, kUdp, segment));
  return make_ipv4({source, destination, kUdp, segment});
}

std::optional<Udp> parse_udp(const Ipv4& packet) {
  const Bytes& segment = packet.payload;
  if (packet.protocol != kUdp || segment.size() < 8 || read16(segment, 4) != segment.size())
    return {};
  if (read16(segment, 6) != 0 &&
      transport_checksum(packet.source, packet.destination, kUdp, segment) != 0)
    return {};
  return Udp{read16(segment, 0), read16(segment, 2), slice(segment, 8, segment.size() - 8)};
}

}  // namespace tinsim::control
