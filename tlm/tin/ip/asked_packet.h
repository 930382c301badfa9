// SPDX-License-Identifier: Apache-2.0
// A packet that an RTS speaks of, with what is asked of it before it leaves.
#pragma once

#include "tlm/ethernet/packet.h"

namespace tinsim {

/// Kept beside a packet, which is far away when its RTS arrives, and is not waited for then.
struct PacketFacts {
  PacketFacts() = default;
  PacketFacts(const Packet& packet)  // NOLINT(google-explicit-constructor): a packet will do, too
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

struct AskedPacket {
  PacketPtr packet;  ///< null: there is none
  PacketFacts facts;
};

}  // namespace tinsim
