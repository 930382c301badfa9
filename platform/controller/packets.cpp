// SPDX-License-Identifier: Apache-2.0
// Ethernet, IPv4 and UDP, octet by octet.
#include "platform/controller/packets.h"

namespace tinsim::control {

std::uint16_t ones_sum(const Bytes& bytes) {
  std::uint32_t sum = 0;
  for (std::size_t n = 0; n < bytes.size(); ++n) sum += n % 2 ? bytes[n] : bytes[n] << 8;
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(sum);
}

std::uint16_t transport_sum(std::uint32_t source, std::uint32_t destination, std::uint8_t protocol,
                            const Bytes& segment) {
  Bytes all;
  append32(all, source);
  append32(all, destination);
  append16(all, protocol);
  append16(all, static_cast<std::uint32_t>(segment.size()));
  append(all, segment);
  return ones_sum(all);
}

Bytes make_ipv4(const Ipv4& packet) {
  Bytes out = {0x45, 0};
  append16(out, static_cast<std::uint32_t>(20 + packet.payload.size()));
  append32(out, 0);
  append(out, {64, packet.protocol, 0, 0});
  append32(out, packet.source);
  append32(out, packet.destination);
  write16(out, 10, 0xffff & ~ones_sum(out));
  append(out, packet.payload);
  return out;
}

std::optional<Ipv4> parse_ipv4(const Bytes& packet) {
  if (packet.size() < 20 || packet[0] != 0x45 || ones_sum(slice(packet, 0, 20)) != 0xffff)
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
  write16(segment, 6, 0xffff & ~transport_sum(source, destination, kUdp, segment));
  return make_ipv4({source, destination, kUdp, segment});
}

std::optional<Udp> parse_udp(const Ipv4& packet) {
  const Bytes& segment = packet.payload;
  if (packet.protocol != kUdp || segment.size() < 8 || read16(segment, 4) != segment.size())
    return {};
  if (read16(segment, 6) != 0 &&
      transport_sum(packet.source, packet.destination, kUdp, segment) != 0xffff)
    return {};
  return Udp{read16(segment, 0), read16(segment, 2), slice(segment, 8, segment.size() - 8)};
}

Bytes make_frame(const Mac& destination, const Mac& source, std::uint16_t type,
                 const Bytes& payload) {
  Bytes frame(destination.begin(), destination.end());
  frame.insert(frame.end(), source.begin(), source.end());
  append16(frame, type);
  append(frame, payload);
  if (frame.size() < 60) frame.resize(60);
  return frame;
}

}  // namespace tinsim::control
