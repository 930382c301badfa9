// SPDX-License-Identifier: Apache-2.0
// Flows: the fields that all packets of a flow share, and their hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tinsim {

/// The fields that do not vary within a flow (docs/reference/ethernet.md). Packets with equal keys
/// keep their order through the fabric.
struct FlowKey {
  uint8_t kind = 0;               ///< 4, 6: IP version; 0: frame without IP
  uint8_t protocol = 0;           ///< of the transport; 0 with a flow label
  std::array<uint8_t, 16> src{};  ///< IPv4 in the first four octets; a MAC in the first six
  std::array<uint8_t, 16> dst{};  ///< likewise
  uint16_t src_port = 0;          ///< zero where there is none, and in fragments
  uint16_t dst_port_or_type = 0;  ///< without IP: EtherType; 0 where that field is a length
  uint32_t label = 0;             ///< IPv6 flow label where it is used

  bool operator==(const FlowKey& o) const {
    return kind == o.kind && protocol == o.protocol && src == o.src && dst == o.dst &&
           src_port == o.src_port && dst_port_or_type == o.dst_port_or_type && label == o.label;
  }
};

/// Number of the flow: CRC-32 (as of a frame) of the key's 42 octets in the order of its fields,
/// most significant octet first. Two flows with one number are one flow to the fabric.
uint32_t flow_number(const FlowKey& key);

/// The hash that spreads flows over paths: upper 16 bits of the number times 2654435769 modulo
/// 2^32 (multiplicative hashing, Knuth 6.4). A CRC alone is linear, and regular addresses
/// would leave out many of its values. A flow has one hash, since it follows from the number.
uint16_t flow_hash(uint32_t flow_number);

/// Fills kind, addresses, protocol, ports and label from `size` octets at an IP header that
/// has been found good; `ip` holds at least the fixed header. Ports count where protocol is TCP,
/// UDP, DCCP, SCTP or UDP-Lite and the packet is no fragment. With `use_label`, an IPv6 label that
/// is not zero takes the place of protocol and ports (RFC 6437).
struct IpFlow {
  FlowKey key;
  bool fragment = false;
  size_t parsed_octets = 0;  ///< so many octets of the packet decided it
};
IpFlow ipv4_flow(const uint8_t* ip, size_t size);
IpFlow ipv6_flow(const uint8_t* ip, size_t size, bool use_label);

}  // namespace tinsim
