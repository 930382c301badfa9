// SPDX-License-Identifier: Apache-2.0
// Flows: the walk from the IP header to the ports, and the hash of the fields.
#include "tlm/ethernet/flow.h"

#include <algorithm>

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

constexpr uint8_t kHopByHop = 0, kTcp = 6, kUdp = 17, kDccp = 33, kRouting = 43, kFragment = 44,
                  kAuthentication = 51, kDestination = 60, kSctp = 132, kMobility = 135,
                  kUdpLite = 136, kHip = 139, kShim6 = 140;

bool has_ports(uint8_t protocol) {
  return protocol == kTcp || protocol == kUdp || protocol == kDccp || protocol == kSctp ||
         protocol == kUdpLite;
}

/// Reads the ports at `at`, if the packet holds them.
void read_ports(const uint8_t* ip, size_t size, size_t at, IpFlow& flow) {
  flow.parsed_octets = at;
  if (flow.fragment || !has_ports(flow.key.protocol) || size < at + 4) return;
  flow.key.src_port = get_be16(ip + at);
  flow.key.dst_port_or_type = get_be16(ip + at + 2);
  flow.parsed_octets = at + 4;
}

/// Length of the IPv6 extension header at `header`, of which two octets are present; 0 if `type` is
/// none (IANA, IPv6 extension header types; ESP encrypts the following headers and so ends the
/// walk).
size_t extension_bytes(uint8_t type, const uint8_t* header) {
  switch (type) {
    case kHopByHop:
    case kRouting:
    case kDestination:
    case kMobility:
    case kHip:
    case kShim6:
      return (header[1] + size_t{1}) * 8;
    case kFragment:
      return 8;
    case kAuthentication:
      return (header[1] + size_t{2}) * 4;
    default:
      return 0;
  }
}

/// The fragment header of a whole packet (RFC 6946) makes no fragment.
bool is_fragment(const uint8_t* header) { return (get_be16(header + 2) & 0xfff9) != 0; }

/// Steps over extension headers that the packet holds whole. A chain that ends early leaves
/// the type it could not read as protocol, without ports.
size_t walk_extensions(const uint8_t* ip, size_t size, IpFlow& flow) {
  size_t at = 40;
  flow.key.protocol = ip[6];
  while (size >= at + 2) {
    const size_t length = extension_bytes(flow.key.protocol, ip + at);
    if (length == 0 || size < at + length) break;
    if (flow.key.protocol == kFragment) flow.fragment |= is_fragment(ip + at);
    flow.key.protocol = ip[at];
    at += length;
    // The octets of a later fragment are payload, even if the first ones resemble a header.
    if (flow.fragment) break;
  }
  return at;
}

}  // namespace

uint32_t flow_number(const FlowKey& key) {
  std::array<uint8_t, 42> octets{};
  octets[0] = key.kind;
  octets[1] = key.protocol;
  std::copy(key.src.begin(), key.src.end(), octets.begin() + 2);
  std::copy(key.dst.begin(), key.dst.end(), octets.begin() + 18);
  put_be16(&octets[34], key.src_port);
  put_be16(&octets[36], key.dst_port_or_type);
  put_be32(&octets[38], key.label);
  return frame_check_sequence(octets.data(), octets.size());
}

uint16_t flow_hash(uint32_t flow_number) {
  return static_cast<uint16_t>(flow_number * 2654435769u >> 16);
}

IpFlow ipv4_flow(const uint8_t* ip, size_t size) {
  IpFlow flow;
  flow.key.kind = 4;
  flow.key.protocol = ip[9];
  std::copy_n(ip + 12, 4, flow.key.src.begin());
  std::copy_n(ip + 16, 4, flow.key.dst.begin());
  flow.fragment = (get_be16(ip + 6) & 0x3fff) != 0;  // more fragments, or not the first
  read_ports(ip, size, (ip[0] & 15u) * 4, flow);
  return flow;
}

IpFlow ipv6_flow(const uint8_t* ip, size_t size, bool use_label) {
  IpFlow flow;
  flow.key.kind = 6;
  std::copy_n(ip + 8, 16, flow.key.src.begin());
  std::copy_n(ip + 24, 16, flow.key.dst.begin());
  const size_t transport = walk_extensions(ip, size, flow);
  const uint32_t label = get_be32(ip) & 0xfffff;
  if (use_label && label != 0) {
    flow.key.protocol = 0;
    flow.key.label = label;
    flow.parsed_octets = 40;
  } else {
    read_ports(ip, size, transport, flow);
  }
  return flow;
}

}  // namespace tinsim
