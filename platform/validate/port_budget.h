// SPDX-License-Identifier: Apache-2.0
// Port budget: how many switch ports of a chip each use needs; arithmetic on the configuration.
#pragma once

#include <cstdint>

#include "platform/config/platform_config.h"

namespace tinsim {

/// The network's size, for any kind: `single` is 1 x 1 chips, `pair` is 1 x 2.
struct NetworkSize {
  unsigned pods = 1;
  unsigned tins_per_pod = 1;
  unsigned chips = 1;
  unsigned chips_with_hosts = 1;
  unsigned hosts = 1;
};

/// Precondition: topology.kind is known; a network given as a graph can be made (graph.h).
NetworkSize network_size(const TopologyConfig& topology);

/// Ports needed on the chip that needs most. A network given as a graph has no kinds of links yet:
/// all count as local.
struct PortBudget {
  uint64_t local = 0;     ///< (tins_per_pod - 1) * local_links_per_pair
  uint64_t global = 0;    ///< ceil((pods - 1) * global_links_per_pair / tins_per_pod)
  uint64_t terminal = 0;  ///< hosts_per_tin * max(1, terminal_ports_per_host)
  uint64_t total() const { return local + global + terminal; }
};

PortBudget port_budget(const TopologyConfig& topology);

/// Terminal ports in use, which have endpoint numbers from 0 on, of the chip with hosts that has
/// fewest: hosts x ports of each. What hosts cannot share evenly is not in use. 0 where links need
/// all ports. Precondition: as of network_size.
uint64_t terminal_endpoints(const PlatformConfig& config);

}  // namespace tinsim
