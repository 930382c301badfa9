// SPDX-License-Identifier: Apache-2.0
// Names in the `ip` section: reading and writing them.
#include "platform/config/ip_port.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "platform/config/host_map.h"
#include "platform/config/number_range.h"
#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

/// Ports that a name with a number is for.
struct Kind {
  std::string_view one, all;
  unsigned count;
};

constexpr unsigned kHosts = 0;

std::array<Kind, 3> kinds(const HostMap& map) {
  return {
      {{"host", "hosts", map.hosts()}, {"mac", "macs", map.chips()}, {"cpu", "cpus", map.chips()}}};
}

/// Chips without hosts have no ports: nothing.
std::optional<IpPort> port_of(const HostMap& map, unsigned kind, unsigned n) {
  if (kind == kHosts) return IpPort{map.chip_of(n), map.place_of(n)};
  if (map.hosts_of(n) == 0) return std::nullopt;
  return IpPort{n, kMacPort + kind - 1};
}

IpAddress address_of(bool v6, const uint8_t* octets) {
  IpAddress address;
  address.v6 = v6;
  const auto word = [&](unsigned at) {
    return uint64_t{get_be32(octets + at)} << 32 | get_be32(octets + at + 4);
  };
  address.hi = v6 ? word(0) : uint64_t{get_be32(octets)} << 32;
  address.lo = v6 ? word(8) : 0;
  return address;
}

/// Bits of a 64-bit word that lie behind the first `length`.
uint64_t behind(unsigned length) { return length >= 64 ? 0 : ~uint64_t{0} >> length; }

}  // namespace

std::string ip_port_name(const PlatformConfig& config, IpPort port) {
  if (port.eport == kMacPort) return fmt::format("mac{}", port.chip);
  if (port.eport == kCpuPort) return fmt::format("cpu{}", port.chip);
  return fmt::format("host{}", host_map(config.topology).first_of(port.chip) + port.eport);
}

std::vector<IpPort> select_ip_ports(const PlatformConfig& config, const std::string& selector,
                                    std::string* error) {
  const HostMap map = host_map(config.topology);
  std::vector<IpPort> ports;
  for (unsigned k = 0; k < kinds(map).size(); ++k) {
    const Kind kind = kinds(map)[k];
    if (selector == kind.all || selector == "all") {
      for (unsigned n = 0; n < kind.count; ++n)
        if (const auto port = port_of(map, k, n)) ports.push_back(*port);
    } else if (selector.compare(0, kind.one.size(), kind.one) == 0) {
      const auto n = decimal_number(std::string_view(selector).substr(kind.one.size()));
      if (!n) continue;
      const auto port = *n < kind.count ? port_of(map, k, *n) : std::nullopt;
      if (port) return {*port};
      *error = *n < kind.count
                   ? fmt::format("does not exist; expected a chip with hosts, which {} has not", *n)
                   : fmt::format("does not exist; expected {}0 to {}{}", kind.one, kind.one,
                                 kind.count - 1);
      return {};
    }
  }
  if (ports.empty()) {
    *error = "names no port; expected hosts, macs, cpus, all, or one as host0, mac0 or cpu0";
  }
  std::sort(ports.begin(), ports.end());
  return ports;
}

std::optional<IpPrefix> parse_prefix(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  const std::string address = text.substr(0, slash);
  const auto length = decimal_number(std::string_view(text).substr(slash + 1));
  std::array<uint8_t, 16> octets{};
  const bool v6 = address.find(':') != address.npos;
  if (inet_pton(v6 ? AF_INET6 : AF_INET, address.c_str(), octets.data()) != 1) return std::nullopt;
  if (!length || *length > (v6 ? 128 : 32)) return std::nullopt;
  const IpPrefix prefix{address_of(v6, octets.data()), *length};
  const bool rest = (prefix.address.hi & behind(*length)) != 0 ||
                    (prefix.address.lo & behind(*length > 64 ? *length - 64 : 0)) != 0;
  return rest ? std::nullopt : std::optional(prefix);
}

std::optional<MacAddress> parse_mac(const std::string& text) {
  MacAddress mac{};
  if (text.size() != 3 * mac.size() - 1) return std::nullopt;
  for (std::size_t i = 0; i < mac.size(); ++i) {
    const char* at = text.data() + 3 * i;
    const auto [stop, error] = std::from_chars(at, at + 2, mac[i], 16);
    if (error != std::errc() || stop != at + 2) return std::nullopt;
    if (i + 1 < mac.size() && at[2] != ':') return std::nullopt;
  }
  return mac;
}

}  // namespace tinsim
