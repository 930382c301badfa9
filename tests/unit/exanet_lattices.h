// SPDX-License-Identifier: Apache-2.0
// Lattices, packets and receivers for tests of ExaNet networks.
#pragma once

#include <cstdint>
#include <vector>

#include "tlm/exanet/exanet_network.h"

namespace tinsim {

inline ExanetParams exanet_lattice(unsigned x, unsigned y, unsigned z, bool wrap,
                                   ExanetVcRule rule = ExanetVcRule::kDateline) {
  ExanetParams params;
  params.lattice.size = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                         static_cast<std::uint8_t>(z)};
  params.lattice.wrap = {wrap, wrap, wrap};
  params.routing.vc_rule = rule;
  return params;
}

/// The payload follows from tag and source, so that a receiver can compare it.
inline std::vector<std::uint8_t> exanet_payload(unsigned bytes, unsigned seed) {
  std::vector<std::uint8_t> payload(bytes);
  for (unsigned i = 0; i < bytes; ++i)
    payload[i] = static_cast<std::uint8_t>((seed * 2654435761u + i * 40503u) >> 8);
  return payload;
}

inline ExanetPacket exanet_packet(const ExanetPlace& dst, unsigned dst_port, unsigned bytes,
                                  unsigned tag = 0) {
  ExanetPacket packet;
  packet.header.dst = dst;
  packet.header.dst_port = static_cast<std::uint8_t>(dst_port);
  packet.header.tag = static_cast<std::uint16_t>(tag);
  packet.payload = exanet_payload(bytes, tag);
  return packet;
}

/// Takes the packets that a port has received; how many, and how many of these have a payload that
/// was not sent.
struct ExanetTaken {
  unsigned packets = 0, wrong = 0;
};
inline ExanetTaken take_received(ExanetTilePort& port) {
  ExanetTaken taken;
  for (; !port.received().empty(); port.received().pop_front()) {
    const ExanetPacket& packet = port.received().front();
    ++taken.packets;
    taken.wrong += packet.payload != exanet_payload(packet.header.bytes, packet.header.tag);
  }
  return taken;
}

}  // namespace tinsim
