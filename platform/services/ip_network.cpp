// SPDX-License-Identifier: Apache-2.0
// Parameters of the IP path from the configuration, its addresses from the topology.
#include "platform/services/ip_network.h"

#include <algorithm>
#include <functional>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/services/chip_terminal_side.h"
#include "platform/services/port_identity.h"
#include "tlm/ethernet/address.h"

namespace tinsim {

namespace {

/// Each as often as its weight says.
std::vector<uint16_t> members_of(const PlatformConfig& config, const Topology& topology,
                                 const HostMap& hosts, const IpRouteConfig& route) {
  std::vector<IpPort> ports;
  for (unsigned host : route.hosts) ports.push_back({hosts.chip_of(host), hosts.place_of(host)});
  for (unsigned chip : route.macs) ports.push_back({chip, kMacPort});
  std::vector<uint16_t> members;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const unsigned weight = route.weights[route.weights.size() == 1 ? 0 : i];
    members.insert(members.end(), weight,
                   address_of_eport(config, topology.chips[ports[i].chip], ports[i].eport));
  }
  return members;
}

}  // namespace

uint16_t address_of_eport(const PlatformConfig& config, const ChipInfo& chip, unsigned eport) {
  const unsigned interface = interface_of(eport);
  const unsigned host = interface == kNicInterface ? eport : 0;
  return gnet_address(chip.pod, chip.tin, ip_groups(config.ip)[interface].first + host);
}

WireShares wire_shares(const IpConfig& ip) {
  const std::vector<unsigned>& in = ip.ingress.weights;
  const bool differ = std::adjacent_find(in.begin(), in.end(), std::not_equal_to<>()) != in.end();
  WireShares shares;
  shares.strict = class_mask(ip.ingress.strict_classes) | class_mask(ip.egress.strict_classes);
  for (unsigned cos = 0; cos < kCosClasses; ++cos) {
    shares.weights[cos] = static_cast<uint8_t>(of_class(differ ? in : ip.egress.weights, cos));
  }
  return shares;
}

IpParams ip_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                   uint8_t initial_hop) {
  IpParams params(config.ip, config.tin.core_mhz);
  static_cast<TerminalSide&>(params) = terminal_side(config, topology, chip, initial_hop);
  params.may_reorder = !config.failures.events.empty() || config.ecp.enabled;
  return params;
}

IpRoutes make_routes(const PlatformConfig& config, const Topology& topology) {
  IpRoutes routes;
  const HostMap hosts = host_map(config.topology);
  for (const IpRouteConfig& route : config.ip.routes) {
    const IpPrefix prefix = *parse_prefix(route.prefix);
    routes.add(
        {prefix.address, prefix.length, route.punt, members_of(config, topology, hosts, route)});
  }
  for (unsigned number : hosts.chips_with_hosts()) {
    const ChipInfo& chip = topology.chips[number];
    for (unsigned eport = 0; eport < kEgressPorts; ++eport) {
      if (eport < kMacPort && eport >= hosts.hosts_of(number)) continue;
      const HostPlace place = place_of_port(chip, eport);
      const uint16_t address = address_of_eport(config, chip, eport);
      routes.add({ipv4_of(place), 32, false, {address}});
      routes.add({ipv6_of(place), 128, false, {address}});
    }
  }
  return routes;
}

}  // namespace tinsim
