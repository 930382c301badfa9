// SPDX-License-Identifier: Apache-2.0
// Networks given as a graph: chips, hosts on each, and links with their ports; any shape.
#include "platform/network/topology/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

PortKind kind_of(const GraphLink& link, const TopologyConfig& config, unsigned tins_per_pod) {
  if (link.kind) return *link.kind;
  if (config.link_kind == GraphLinkKind::local) return PortKind::kLocal;
  if (config.link_kind == GraphLinkKind::global) return PortKind::kGlobal;
  return link.a / tins_per_pod == link.b / tins_per_pod ? PortKind::kLocal : PortKind::kGlobal;
}

void join(Topology& t, const GraphLink& link, PortKind kind) {
  for (unsigned i = 0; i < link.count; ++i) {
    const unsigned a = link.port_a + i, b = link.port_b + i;
    const float metres = link.metres ? static_cast<float>(*link.metres) : kLengthOfKind;
    t.chips[link.a].ports[a] = {kind, static_cast<uint16_t>(link.b), static_cast<uint8_t>(b), 0,
                                metres};
    t.chips[link.b].ports[b] = {kind, static_cast<uint16_t>(link.a), static_cast<uint8_t>(a), 0,
                                metres};
  }
}

void place_hosts(Topology& t, const NetworkGraph& graph, unsigned ports_of_host) {
  const std::vector<unsigned> degrees = graph.degrees();
  for (unsigned chip = 0; chip < graph.chips(); ++chip) {
    for (unsigned host = 0; host < graph.hosts[chip]; ++host)
      t.hosts.push_back({static_cast<uint16_t>(chip),
                         static_cast<uint8_t>(degrees[chip] + host * ports_of_host),
                         static_cast<uint16_t>(ports_of_host)});
    for (unsigned endpoint = 0; endpoint < graph.hosts[chip] * ports_of_host; ++endpoint)
      t.chips[chip].ports[degrees[chip] + endpoint] = {PortKind::kTerminal, 0, 0,
                                                       static_cast<uint8_t>(endpoint)};
  }
}

/// The smaller of link ports and terminal ports, of the chip with hosts for which that is most.
double reference_ports(const NetworkGraph& graph, unsigned ports_of_host) {
  const std::vector<unsigned> degrees = graph.degrees();
  unsigned most = 0;
  for (unsigned chip = 0; chip < graph.chips(); ++chip)
    most = std::max(most, std::min(degrees[chip], graph.hosts[chip] * ports_of_host));
  return most;
}

}  // namespace

bool is_graph_kind(TopologyKind kind) { return find_graph_shape(kind) != nullptr; }

GraphSizeError too_many_chips(const char* key, uint64_t chips) {
  return {key, fmt::format("{} chips are too many; expected at most {}", chips, kMaxChips)};
}

std::vector<unsigned> NetworkGraph::degrees() const {
  std::vector<unsigned> degrees(hosts.size());
  for (const GraphLink& link : links) {
    degrees[link.a] += link.count;
    degrees[link.b] += link.count;
  }
  return degrees;
}

void number_ports(NetworkGraph& graph) {
  std::vector<unsigned> next(graph.chips());
  for (GraphLink& link : graph.links) {
    link.port_a = std::exchange(next[link.a], next[link.a] + link.count);
    link.port_b = std::exchange(next[link.b], next[link.b] + link.count);
  }
}

std::string NetworkGraph::chip_name(unsigned chip) const {
  return names.empty() ? fmt::format("chip {}", chip)
                       : fmt::format("chip {} ('{}')", chip, names[chip]);
}

std::optional<unsigned> unjoined_chip(const NetworkGraph& graph) {
  std::vector<std::vector<unsigned>> peers(graph.chips());
  for (const GraphLink& link : graph.links) {
    peers[link.a].push_back(link.b);
    peers[link.b].push_back(link.a);
  }
  std::vector<bool> joined(graph.chips());
  std::vector<unsigned> pending = {0};
  joined[0] = true;
  while (!pending.empty()) {
    const unsigned chip = pending.back();
    pending.pop_back();
    for (unsigned peer : peers[chip])
      if (!joined[peer]) {
        joined[peer] = true;
        pending.push_back(peer);
      }
  }
  const auto found = std::find(joined.begin(), joined.end(), false);
  if (found == joined.end()) return std::nullopt;
  return static_cast<unsigned>(found - joined.begin());
}

std::optional<GraphSizeError> graph_size_error(const TopologyConfig& config) {
  const auto size_error = find_graph_shape(config.kind)->size_error;
  return size_error != nullptr ? size_error(config) : std::nullopt;
}

NetworkGraph make_graph(const TopologyConfig& config) {
  return find_graph_shape(config.kind)->graph(config);
}

unsigned ports_of_chip(const PlatformConfig& config, const NetworkGraph& graph) {
  if (config.chip != ChipKind::exanet) return config.tin.switch_.ports;
  constexpr unsigned kIntraTilePorts = 3;
  const std::vector<unsigned> degrees = graph.degrees();
  return kIntraTilePorts + *std::max_element(degrees.begin(), degrees.end());
}

unsigned ports_per_host(const TopologyConfig& config, const NetworkGraph& graph, unsigned ports) {
  if (config.terminal_ports_per_host != 0) return config.terminal_ports_per_host;
  const std::vector<unsigned> degrees = graph.degrees();
  const unsigned endpoints = 1u << endpoint_bits(graph.chips());
  unsigned least = ports;
  for (unsigned chip = 0; chip < graph.chips(); ++chip)
    if (graph.hosts[chip] != 0)
      least = std::min(least, std::min(ports - degrees[chip], endpoints) / graph.hosts[chip]);
  return least;
}

Topology make_graph_topology(const PlatformConfig& config) {
  const NetworkGraph graph = make_graph(config.topology);
  Topology t;
  t.tins_per_pod = std::min(config.topology.tins_per_pod, graph.chips());
  t.pods = (graph.chips() + t.tins_per_pod - 1) / t.tins_per_pod;
  t.ports_per_chip = ports_of_chip(config, graph);
  const unsigned per_host = ports_per_host(config.topology, graph, t.ports_per_chip);
  t.endpoint_bits = endpoint_bits(graph.chips(), graph.most_hosts() * per_host);
  const GraphShape& shape = *find_graph_shape(config.topology.kind);
  if (shape.adversary_chips != nullptr) t.adversary_chips = shape.adversary_chips(config.topology);
  for (unsigned chip = 0; chip < graph.chips(); ++chip)
    t.chips.push_back(
        {static_cast<uint16_t>(chip / t.tins_per_pod), static_cast<uint16_t>(chip % t.tins_per_pod),
         std::vector<PortInfo>(t.ports_per_chip), graph.names.empty() ? "" : graph.names[chip]});
  for (const GraphLink& link : graph.links)
    join(t, link, kind_of(link, config.topology, t.tins_per_pod));
  place_hosts(t, graph, per_host);
  t.reference_ports = reference_ports(graph, per_host);
  return t;
}

}  // namespace tinsim
