// SPDX-License-Identifier: Apache-2.0
// Names in the `ip` section: ports of the IP path, address prefixes, MAC addresses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/config/platform_config.h"
#include "tlm/ethernet/address.h"

namespace tinsim {

/// Egress ports of a chip in addition to those of its hosts (0, 1), as in IpEngine::attach.
constexpr unsigned kMacPort = 2, kCpuPort = 3;

/// A port of the IP path: NIC of a host, MAC, or control processor.
struct IpPort {
  unsigned chip = 0;
  unsigned eport = 0;
  bool operator<(const IpPort& o) const { return chip != o.chip ? chip < o.chip : eport < o.eport; }
  bool operator==(const IpPort& o) const { return chip == o.chip && eport == o.eport; }
};

/// `host7` (host number), `mac3`, `cpu3` (chip number).
std::string ip_port_name(const PlatformConfig& config, IpPort port);

/// Ports that a selector names: `hosts`, `macs`, `cpus`, `all`, or the name of one. Empty if it is
/// no selector, or there is no such port; then `error` says `… ; expected …`.
std::vector<IpPort> select_ip_ports(const PlatformConfig& config, const std::string& selector,
                                    std::string* error);

struct IpPrefix {
  IpAddress address;
  unsigned length = 0;
  bool operator==(const IpPrefix& o) const { return address == o.address && length == o.length; }
};

/// `192.168.0.0/16`, `fd00::/8`. Nothing if it is no prefix, or has bits beyond its length.
std::optional<IpPrefix> parse_prefix(const std::string& text);

/// Six octets in hexadecimal with colons between them.
std::optional<MacAddress> parse_mac(const std::string& text);

}  // namespace tinsim
