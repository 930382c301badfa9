// SPDX-License-Identifier: Apache-2.0
// The packets in the rings of one host, as the simulation holds them next to their octets.
#pragma once

#include <algorithm>
#include <vector>

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/packet_frame.h"
#include "tlm/nic/nic_params.h"

namespace tinsim {

/// By place. Fields that octets do not hold, such as times of birth, are those of these packets.
struct NicRings {
  struct Received {
    PacketPtr packet;
    uint8_t ecn = 0;
  };
  explicit NicRings(const NicConfig& section) : tx(section.tx_ring), rx(section.rx_ring) {}

  /// Packets at places of a ring.
  uint64_t tx_held() const {
    return static_cast<uint64_t>(std::count_if(
        tx.begin(), tx.end(), [](const PacketPtr& packet) { return packet != nullptr; }));
  }
  uint64_t rx_held() const {
    return static_cast<uint64_t>(std::count_if(
        rx.begin(), rx.end(), [](const Received& received) { return received.packet != nullptr; }));
  }

  PacketPtr& tx_at(uint32_t count) { return tx[count % tx.size()]; }
  Received& rx_at(uint32_t count) { return rx[count % rx.size()]; }

  std::vector<PacketPtr> tx;
  std::vector<Received> rx;
};

constexpr uint32_t kEthernetHeader = 14;

/// Bytes of a packet in host memory: its frame, whose FCS the chip computes and removes.
inline uint32_t nic_bytes(const Packet& packet) {
  return static_cast<uint32_t>(leaving_frame_bytes(packet, false) - kFcsBytes);
}

/// Those bytes. The chip enters the addresses of the Ethernet header, which are zeros here.
inline std::vector<uint8_t> nic_frame(const Packet& packet) {
  const uint32_t header = packet.kind == PacketKind::kFrame ? 0 : kEthernetHeader;
  std::vector<uint8_t> frame(std::max<std::size_t>(nic_bytes(packet), header + packet.data.size()));
  std::copy(packet.data.begin(), packet.data.end(), frame.begin() + header);
  return frame;
}

/// The packet with the octets of `frame`; itself where it has none.
inline PacketPtr with_octets(const PacketPtr& packet, const std::vector<uint8_t>& frame) {
  if (packet->data.empty()) return packet;
  const uint32_t header = packet->kind == PacketKind::kFrame ? 0 : kEthernetHeader;
  auto copy = std::make_shared<Packet>(*packet);
  const std::size_t held = std::min(copy->data.size(), frame.size() - header);
  std::copy_n(frame.begin() + header, held, copy->data.begin());
  return copy;
}

}  // namespace tinsim
