// SPDX-License-Identifier: Apache-2.0
// Addresses and numbers of the ports of the IP path as senders and receivers of packets.
#pragma once

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/network/topology/topology.h"
#include "tlm/ethernet/address.h"

namespace tinsim {

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

}  // namespace tinsim
