// SPDX-License-Identifier: Apache-2.0
// Addresses and numbers of the ports of the IP path as senders and receivers of packets.
#pragma once

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/network/topology/topology.h"
#include "tlm/ethernet/address.h"
#include "tlm/ethernet/rebuild.h"

namespace tinsim {

/// Host of the address plan to which a MAC sends: its partner.
constexpr uint8_t kNextHop = 0xff;

/// Egress port `eport` of a chip in the address plan (tlm/ethernet/address.h).
inline HostPlace place_of_port(const ChipInfo& chip, unsigned eport) {
  return {static_cast<uint8_t>(chip.pod), static_cast<uint8_t>(chip.tin),
          static_cast<uint8_t>(eport)};
}

/// Packet::src_host of a port: hosts chip by chip, then the MACs, then the control processors.
inline uint16_t sender_number(const HostMap& hosts, IpPort port) {
  if (port.eport < kMacPort) return static_cast<uint16_t>(hosts.first_of(port.chip) + port.eport);
  return static_cast<uint16_t>(hosts.hosts() + hosts.chips() * (port.eport - kMacPort) + port.chip);
}

/// L2 header of IP packets that leave by a port. The chip sends in the name of its MAC, also to its
/// hosts; a MAC sends to `ip.next_hop`, or to its partner in the address plan.
inline L2Header l2_of_port(const PlatformConfig& config, const ChipInfo& chip, unsigned eport) {
  L2Header l2;
  l2.src = mac_of(place_of_port(chip, kMacPort));
  l2.dst = mac_of(place_of_port(chip, eport == kMacPort ? unsigned{kNextHop} : eport));
  const auto next_hop = parse_mac(config.ip.next_hop);
  if (eport == kMacPort && next_hop) l2.dst = *next_hop;
  return l2;
}

}  // namespace tinsim
