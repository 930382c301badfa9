// SPDX-License-Identifier: Apache-2.0
// Static plan of a Clique that all instances of its controller have.
#include "platform/controller/clique/clique_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/routing/route_tables.h"
#include "rtl_models/registers/map.h"
#include "tlm/tin/ip/edited_ip_routes.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim::control {
namespace {

/// All registers of a table but its entries, where they differ from their reset values.
Records setup_of(const RouteTable& table, const RouteParams& params) {
  RouteTable frame = table;
  frame.routes = std::make_shared<RouteRows>(EditedRoutes::kRows);
  Records setup;
  for (const RegisterRun& run : route_image(EditedRoutes(frame, params))) {
    for (std::size_t n = 0; n < run.values.size(); ++n)
      setup[run.address + registers::kRegisterBytes * static_cast<std::uint32_t>(n)] =
          bytes32(run.values[n]);
  }
  return setup;
}

void require_tables(const PlatformConfig& config, const CliquePlan& plan) {
  if (config.topology.kind != TopologyKind::dragonfly)
    throw ConfigError("topology.kind: a controller has no routing for it; expected dragonfly");
  if (has_via_pods(config.routing.mode))
    throw ConfigError(
        "routing.mode: a controller has no flows for it; expected minimal_deterministic, "
        "minimal_adaptive, deterministic or fully_adaptive");
  if (!EditedRoutes(plan.original[0], plan.params).has_registers())
    throw ConfigError(
        fmt::format("topology: tables of {} rows; expected at most {}, with 6 bits of an address "
                    "for endpoints",
                    plan.rows(), EditedRoutes::kRows));
  for (const PortClasses& ports : plan.ports)
    for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
      if (ports.outputs(port_class).size() > kMostMembers)
        throw ConfigError(fmt::format("topology: {} links of a port class; expected at most {}",
                                      ports.outputs(port_class).size(), kMostMembers));
  const std::size_t entries = plan.subnets() * plan.tins();
  if (entries > EditedIpRoutes::kEntries)
    throw ConfigError(fmt::format("ip: {} addresses; expected at most {} for a controller", entries,
                                  EditedIpRoutes::kEntries));
}

}  // namespace

CliquePlan::CliquePlan(const PlatformConfig& config, unsigned external, bool has_macs)
    : topology(make_topology(config)),
      original(make_route_tables(config, topology)),
      params(route_params(config.routing)) {
  for (unsigned tin = 0; tin < topology.chips.size(); ++tin) ports.emplace_back(topology, tin);
  if (config.ip.enabled) {
    const auto groups = ip_groups(config.ip);
    for (unsigned host = 0; host < config.topology.hosts_per_tin; ++host)
      ip_kinds.push_back({static_cast<std::uint8_t>(host),
                          static_cast<std::uint8_t>(groups[kNicInterface].first + host)});
    ip_kinds.push_back({kCpuEport, groups[kCpuInterface].first});
    if (has_macs) ip_kinds.push_back({kMacEport, groups[kMacInterface].first});
    mac_endpoint = groups[kMacInterface].first;
    external_routes = external;
  }
  require_tables(config, *this);
  for (const RouteTable& table : original) setup.push_back(setup_of(table, params));
}

IpAddress CliquePlan::address(unsigned subnet, std::size_t tin) const {
  const ChipInfo& chip = topology.chips[tin];
  const HostPlace place{static_cast<std::uint8_t>(chip.pod), static_cast<std::uint8_t>(chip.tin),
                        ip_kinds[subnet / 2].number};
  return subnet % 2 == 0 ? ipv4_of(place) : ipv6_of(place);
}

CliquePlan::Span CliquePlan::external_entries() const {
  const auto first = static_cast<std::uint32_t>(subnets() * tins());
  return {first, std::min<std::uint32_t>(first + external_routes, EditedIpRoutes::kEntries)};
}

/// A group has some four members, and is there twice while it changes.
CliquePlan::Span CliquePlan::external_members() const {
  constexpr std::uint32_t kMembersOfRoute = 8;
  const auto first = static_cast<std::uint32_t>(ip_kinds.size() * tins());
  return {first, std::min<std::uint32_t>(first + kMembersOfRoute * external_routes,
                                         EditedIpRoutes::kMembers)};
}

std::uint16_t CliquePlan::gnet(unsigned subnet, std::size_t tin) const {
  return topology.address(static_cast<unsigned>(tin), ip_kinds[subnet / 2].endpoint);
}

}  // namespace tinsim::control
