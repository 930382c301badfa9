// SPDX-License-Identifier: Apache-2.0
// A chip of a small network whose links die, for tests of what it then does.
#pragma once

#include <memory>
#include <vector>

#include "platform/network/routing/escape_routes.h"
#include "platform/network/routing/live_tables.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/routing/route_tables.h"
#include "tlm/tin/cell_switch/failure_unit.h"

namespace tinsim {

/// Chip 0 of three pods of two TiNs with one lane, and two links between each pair of pods.
struct FailureBench {
  PlatformConfig config = make_config();
  Topology topology = make_topology(config);
  std::vector<RouteTable> tables = make_route_tables(config, topology);
  LiveNetwork live = LiveNetwork(topology);
  std::vector<RouteTable> cleaned;
  RouteUnit routes{tables[0], route_params(config.routing), 1, 0, 0};

  static PlatformConfig make_config() {
    PlatformConfig config;
    config.topology.pods = 3;
    config.topology.tins_per_pod = 2;
    config.topology.global_links_per_pair = 2;
    config.topology.local_links_per_pair = 2;
    config.topology.hosts_per_tin = 1;
    config.topology.terminal_ports_per_host = 1;
    config.routing.mode = RouteMode::minimal_deterministic;
    return config;
  }
  /// The ports of chip 0 that lead to a pod, or for the own pod the lanes.
  uint64_t ports_to(unsigned pod) const {
    uint64_t ports = 0;
    for (unsigned port = 0; port < topology.chips[0].ports.size(); ++port) {
      const PortInfo& info = topology.chips[0].ports[port];
      if (is_link(info) && topology.chips[info.peer_chip].pod == pod) ports |= uint64_t{1} << port;
    }
    return ports;
  }
  unsigned terminal() const { return topology.hosts[0].first_port; }
  ChipFailures tables_at(Cycle at) {
    cleaned = make_live_tables(topology, tables, live);
    const auto ranks = std::make_shared<const std::vector<unsigned>>(escape_ranks(topology));
    ChipFailures plan;
    plan.tables.push_back(
        {at, &cleaned[0], std::make_shared<const EscapeRoutes>(topology, live, ranks)});
    return plan;
  }
  static Cell to(unsigned pod, unsigned tin, unsigned vc = 12, uint16_t seq = 0) {
    Cell cell;
    cell.src = static_cast<uint16_t>(gnet_address(0, 0, 0) + seq % 8);
    cell.dst = gnet_address(pod, tin, 0);
    cell.words = 2;
    cell.hop = 12;
    cell.vc = static_cast<uint8_t>(vc);
    return cell;
  }
};

}  // namespace tinsim
