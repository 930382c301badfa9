// SPDX-License-Identifier: Apache-2.0
// Port budget: how many switch ports of a chip each use needs; arithmetic on the configuration.
#include "platform/config/port_budget.h"

#include <algorithm>

namespace tinsim {

NetworkSize network_size(const TopologyConfig& topology) {
  if (topology.kind == "single") return {1, 1};
  if (topology.kind == "pair") return {1, 2};
  return {topology.pods, topology.tins_per_pod};
}

PortBudget port_budget(const TopologyConfig& topology) {
  const NetworkSize size = network_size(topology);
  const uint64_t global_ends = uint64_t{size.pods - 1} * topology.global_links_per_pair;
  PortBudget budget;
  budget.local = uint64_t{size.tins_per_pod - 1} * topology.local_links_per_pair;
  budget.global = (global_ends + size.tins_per_pod - 1) / size.tins_per_pod;
  budget.terminal =
      uint64_t{topology.hosts_per_tin} * std::max(1u, topology.terminal_ports_per_host);
  return budget;
}

}  // namespace tinsim
