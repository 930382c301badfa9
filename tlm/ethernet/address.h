// SPDX-License-Identifier: Apache-2.0
// MAC and IP addresses, and which of them the hosts of the model have.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace tinsim {

/// In the order of the wire.
using MacAddress = std::array<uint8_t, 6>;

/// First bit in bit 63 of `hi`; IPv4 in bits 63:32 of `hi`, all else zero. As in Packet and in the
/// block ip_lookup.
struct IpAddress {
  bool v6 = false;
  uint64_t hi = 0;
  uint64_t lo = 0;

  bool operator==(const IpAddress& o) const { return v6 == o.v6 && hi == o.hi && lo == o.lo; }
};

/// A host by its place: each of the three is 0..255.
struct HostPlace {
  uint8_t pod = 0;
  uint8_t tin = 0;
  uint8_t host = 0;  ///< of the chip

  bool operator==(const HostPlace& o) const {
    return pod == o.pod && tin == o.tin && host == o.host;
  }
};

/// 10.pod.tin.host
IpAddress ipv4_of(HostPlace place);
/// fd00::pod:tin:host, a unique local address (RFC 4193)
IpAddress ipv6_of(HostPlace place);
/// 02:00:pod:tin:00:host, locally administered
MacAddress mac_of(HostPlace place);

/// The inverse of ipv4_of and ipv6_of; nothing for an address outside the plan.
std::optional<HostPlace> place_of(const IpAddress& address);

}  // namespace tinsim
