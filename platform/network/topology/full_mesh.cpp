// SPDX-License-Identifier: Apache-2.0
// Full mesh: every pair of chips is joined; topology.kind `flattened`.
#include <fmt/format.h>

#include "platform/network/topology/graph_shapes.h"
#include "platform/network/topology/layout.h"

namespace tinsim {
namespace {

std::optional<GraphSizeError> full_mesh_size_error(const TopologyConfig& config) {
  const unsigned lanes = config.local_links_per_pair;
  if (lanes >= 1 && lanes <= kMaxParallelLinks) return std::nullopt;
  return GraphSizeError{"local_links_per_pair",
                        fmt::format("is {}; expected 1 to {}", lanes, kMaxParallelLinks)};
}

/// Ports are those of a pod: local_port().
NetworkGraph full_mesh_graph_of(const TopologyConfig& config) {
  const unsigned chips = config.chips, lanes = config.local_links_per_pair;
  NetworkGraph graph;
  graph.hosts.assign(chips, config.hosts_per_tin);
  for (unsigned a = 0; a < chips; ++a)
    for (unsigned b = a + 1; b < chips; ++b)
      graph.links.push_back(
          {a, b, local_port(a, b, 0, lanes), local_port(b, a, 0, lanes), lanes, {}, {}});
  return graph;
}

std::string full_mesh_name(const TopologyConfig& config, const Topology&) {
  return fmt::format("flattened, {} chips", config.chips);
}

}  // namespace

extern const GraphShape kFullMeshShape = {TopologyKind::flattened, RoutingScheme::hop_vc,
                                          full_mesh_size_error, full_mesh_graph_of, full_mesh_name};

}  // namespace tinsim
