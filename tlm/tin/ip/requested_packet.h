// SPDX-License-Identifier: Apache-2.0
// The packet that an RTS names, and the descriptor that is read before the packet itself.
#pragma once

#include "tlm/ethernet/packet.h"

namespace tinsim {

/// Fields of a packet, stored next to the pointer to it: the packet is not in the cache when its
/// RTS arrives.
struct PacketDescriptor {
  PacketDescriptor() = default;
  PacketDescriptor(const Packet& packet)  // NOLINT(google-explicit-constructor): converts
      : flow(packet.flow),
        number(packet.number),
        src_host(packet.src_host),
        bytes(packet.bytes),
        flow_hash(packet.flow_hash),
        cos(packet.cos),
        ecn(packet.ecn) {}

  uint32_t flow = 0, number = 0;
  uint16_t src_host = 0, bytes = 0, flow_hash = 0;
  uint8_t cos = 0, ecn = 0;
};

struct RequestedPacket {
  PacketPtr packet;  ///< null: the ingress has none under this iptr
  PacketDescriptor descriptor;
};

}  // namespace tinsim
