// SPDX-License-Identifier: Apache-2.0
// EtherIP: two octets between an IPv4 header and a frame.
#include "tlm/ethernet/etherip.h"

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/octets.h"
#include "tlm/ethernet/rebuild.h"

namespace tinsim {
namespace {

constexpr size_t kIpv4Header = 20, kMacHeader = 14;
constexpr uint8_t kProtocol = 97;
constexpr uint16_t kVersionField = 3 << 12;  // version 3, twelve reserved bits
constexpr uint16_t kDontFragment = 0x4000;

}  // namespace

std::vector<uint8_t> encapsulate(const uint8_t* frame, size_t size, const IpAddress& src,
                                 const IpAddress& dst, uint8_t cos) {
  std::vector<uint8_t> packet(kEtherIpBytes);
  packet[0] = 0x45;
  packet[1] = static_cast<uint8_t>(cos << 5);
  put_be16(&packet[2], static_cast<uint16_t>(kEtherIpBytes + size));
  put_be16(&packet[6], kDontFragment);
  packet[8] = 64;
  packet[9] = kProtocol;
  put_be32(&packet[12], static_cast<uint32_t>(src.hi >> 32));
  put_be32(&packet[16], static_cast<uint32_t>(dst.hi >> 32));
  put_be16(&packet[10], internet_checksum(packet.data(), kIpv4Header));
  put_be16(&packet[20], kVersionField);
  packet.insert(packet.end(), frame, frame + size);
  return packet;
}

std::optional<std::vector<uint8_t>> decapsulate(const uint8_t* packet, size_t size) {
  if (size < kIpv4Header || packet[0] >> 4 != 4) return std::nullopt;
  const size_t header = (packet[0] & 15u) * 4;
  const size_t total = get_be16(packet + 2);
  if (header < kIpv4Header || total > size || total < header + 2 + kMacHeader) return std::nullopt;
  const bool fragment = (get_be16(packet + 6) & 0x3fff) != 0;
  if (fragment || packet[9] != kProtocol || internet_checksum(packet, header) != 0) {
    return std::nullopt;
  }
  if (get_be16(packet + header) != kVersionField) return std::nullopt;
  return finished_frame(packet + header + 2, total - header - 2);
}

}  // namespace tinsim
