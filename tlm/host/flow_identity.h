// SPDX-License-Identifier: Apache-2.0
// Header fields of the packets of one direction of a connection: addresses, ports, flow.
#pragma once

#include "tlm/ethernet/address.h"
#include "tlm/ethernet/packet.h"

namespace tinsim {

/// UDP over IPv4; the transport's own header follows.
struct FlowIdentity {
  IpAddress src, dst;
  uint16_t src_port = 0, dst_port = 0;
  uint32_t flow = 0;       ///< tlm/ethernet/flow.h
  uint16_t flow_hash = 0;  ///< likewise

  FlowIdentity() = default;
  /// As it was before: `flow` and `hash` need not be computed again.
  FlowIdentity(const IpAddress& from, const IpAddress& to, uint16_t from_port, uint16_t to_port,
               uint32_t of_flow, uint16_t hash)
      : src(from),
        dst(to),
        src_port(from_port),
        dst_port(to_port),
        flow(of_flow),
        flow_hash(hash) {}
  FlowIdentity(const IpAddress& from, const IpAddress& to, uint16_t from_port, uint16_t to_port);
};

/// Octets of the headers that are built: IPv4 without options, UDP.
constexpr unsigned kIpUdpBytes = 28;

/// Fills the fields that the network uses, of a packet of `bytes` from the IP header on: flow,
/// address, frame.
void address_packet(const FlowIdentity& identity, unsigned bytes, Packet& packet);

/// Writes the packet's octets: IPv4 header with `packet.cos` as class selector and `packet.ecn`,
/// UDP without checksum (RFC 768), then octets that depend on flow and number. `bytes` >=
/// kIpUdpBytes.
void write_octets(const FlowIdentity& identity, Packet& packet);

}  // namespace tinsim
