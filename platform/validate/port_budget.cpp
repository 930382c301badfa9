// SPDX-License-Identifier: Apache-2.0
// Port budget: how many switch ports of a chip each use needs; arithmetic on the configuration.
#include "platform/validate/port_budget.h"

#include <algorithm>

#include "platform/config/host_map.h"
#include "platform/network/topology/graph.h"
#include "platform/network/topology/layout.h"

namespace tinsim {
namespace {

NetworkSize size_of(const NetworkGraph& graph, unsigned tins_per_pod) {
  NetworkSize size{0, std::min(tins_per_pod, graph.chips()), graph.chips(), 0, 0};
  size.pods = (size.chips + size.tins_per_pod - 1) / size.tins_per_pod;
  for (unsigned hosts : graph.hosts) {
    size.chips_with_hosts += hosts != 0;
    size.hosts += hosts;
  }
  return size;
}

PortBudget budget_of(const NetworkGraph& graph, unsigned terminal_ports_per_host) {
  const std::vector<unsigned> degrees = graph.degrees();
  PortBudget most;
  for (unsigned chip = 0; chip < graph.chips(); ++chip) {
    const PortBudget budget{degrees[chip], 0,
                            uint64_t{graph.hosts[chip]} * std::max(1u, terminal_ports_per_host)};
    if (budget.total() > most.total()) most = budget;
  }
  return most;
}

}  // namespace

NetworkSize network_size(const TopologyConfig& topology) {
  if (is_graph_kind(topology.kind)) return size_of(make_graph(topology), topology.tins_per_pod);
  const bool dragonfly = topology.kind == TopologyKind::dragonfly;
  NetworkSize size;
  size.pods = dragonfly ? topology.pods : 1;
  size.tins_per_pod = dragonfly                             ? topology.tins_per_pod
                      : topology.kind == TopologyKind::pair ? 2
                                                            : 1;
  size.chips = size.chips_with_hosts = size.pods * size.tins_per_pod;
  size.hosts = size.chips * topology.hosts_per_tin;
  return size;
}

HostMap host_map(const TopologyConfig& topology) {
  if (is_graph_kind(topology.kind)) return HostMap(make_graph(topology).hosts);
  return HostMap(std::vector<unsigned>(network_size(topology).chips, topology.hosts_per_tin));
}

PortBudget port_budget(const TopologyConfig& topology) {
  if (is_graph_kind(topology.kind))
    return budget_of(make_graph(topology), topology.terminal_ports_per_host);
  const NetworkSize size = network_size(topology);
  const uint64_t global_ends = uint64_t{size.pods - 1} * topology.global_links_per_pair;
  PortBudget budget;
  budget.local = uint64_t{size.tins_per_pod - 1} * topology.local_links_per_pair;
  budget.global = (global_ends + size.tins_per_pod - 1) / size.tins_per_pod;
  budget.terminal =
      uint64_t{topology.hosts_per_tin} * std::max(1u, topology.terminal_ports_per_host);
  return budget;
}

uint64_t terminal_endpoints(const PlatformConfig& config) {
  const TopologyConfig& topology = config.topology;
  const unsigned ports = config.tin.switch_.ports;
  if (!is_graph_kind(topology.kind)) {
    const PortLayout layout =
        port_layout(network_shape(topology), ports,
                    topology.hosts_per_tin * std::max(1u, topology.terminal_ports_per_host));
    return uint64_t{topology.hosts_per_tin} * ports_per_host(topology, layout);
  }
  const NetworkGraph graph = make_graph(topology);
  unsigned fewest_hosts = 0;
  for (unsigned hosts : graph.hosts)
    if (hosts != 0 && (fewest_hosts == 0 || hosts < fewest_hosts)) fewest_hosts = hosts;
  return uint64_t{fewest_hosts} * ports_per_host(topology, graph, ports);
}

}  // namespace tinsim
