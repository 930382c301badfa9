// SPDX-License-Identifier: Apache-2.0
// Dragonfly+: groups of leaves and spines, joined at the spines (Shpiner et al., HiPINEB 2017;
// Megafly: Flajslik et al., ISC 2018).
#include <fmt/format.h>

#include <map>
#include <utility>

#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

unsigned chips_of_group(const TopologyConfig& config) { return config.leaves + config.spines; }

std::optional<GraphSizeError> dragonfly_plus_size_error(const TopologyConfig& config) {
  const uint64_t chips = uint64_t{config.groups} * chips_of_group(config);
  if (chips > kMaxChips) return too_many_chips("groups", chips);
  const auto require = [](const char* key, unsigned links,
                          unsigned most) -> std::optional<GraphSizeError> {
    if (links >= 1 && links <= most) return std::nullopt;
    return GraphSizeError{key, fmt::format("is {}; expected 1 to {}", links, most)};
  };
  if (auto error = require("local_links_per_pair", config.local_links_per_pair, kMaxParallelLinks))
    return error;
  return require("global_links_per_pair", config.global_links_per_pair,
                 kMaxParallelLinks * config.spines);
}

/// The spine of a group that holds a copy of the links to the group `distance` further. Links are
/// dealt to the spines in turn.
unsigned spine_of(const TopologyConfig& config, unsigned distance, unsigned copy) {
  return ((distance - 1) * config.global_links_per_pair + copy) % config.spines;
}

/// Chips of a group are its leaves, then its spines. Ports: those of a leaf lead to the spines,
/// those of a spine to the leaves, then to the other groups.
NetworkGraph dragonfly_plus_graph_of(const TopologyConfig& config) {
  const unsigned of_group = chips_of_group(config), leaves = config.leaves;
  NetworkGraph graph;
  graph.hosts.assign(config.groups * of_group, 0);
  for (unsigned group = 0; group < config.groups; ++group)
    for (unsigned leaf = group * of_group; leaf < group * of_group + leaves; ++leaf) {
      graph.hosts[leaf] = config.hosts_per_tin;
      for (unsigned spine = 0; spine < config.spines; ++spine)
        graph.links.push_back({leaf,
                               group * of_group + leaves + spine,
                               0,
                               0,
                               config.local_links_per_pair,
                               PortKind::kLocal,
                               {}});
    }
  std::map<std::pair<unsigned, unsigned>, unsigned> copies_between;
  for (unsigned from = 0; from < config.groups; ++from)
    for (unsigned to = from + 1; to < config.groups; ++to)
      for (unsigned copy = 0; copy < config.global_links_per_pair; ++copy) {
        const unsigned a = spine_of(config, to - from, copy);
        const unsigned b = spine_of(config, from + config.groups - to, copy);
        ++copies_between[{from * of_group + leaves + a, to * of_group + leaves + b}];
      }
  for (const auto& [spines, count] : copies_between)
    graph.links.push_back({spines.first, spines.second, 0, 0, count, PortKind::kGlobal, {}});
  number_ports(graph);
  return graph;
}

std::string dragonfly_plus_name(const TopologyConfig& config, const Topology&) {
  return fmt::format("Dragonfly+, {} groups of {} leaves and {} spines", config.groups,
                     config.leaves, config.spines);
}

}  // namespace

extern const GraphShape kDragonflyPlusShape = {
    TopologyKind::dragonfly_plus, RoutingScheme::auto_, dragonfly_plus_size_error,
    dragonfly_plus_graph_of,      dragonfly_plus_name,  chips_of_group};

}  // namespace tinsim
