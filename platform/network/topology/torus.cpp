// SPDX-License-Identifier: Apache-2.0
// Torus and mesh: chips on a grid of one to four dimensions, each joined to its neighbours.
#include "platform/network/topology/torus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

std::optional<GraphSizeError> torus_size_error(const TopologyConfig& config) {
  if (config.dims.empty() || config.dims.size() > 4)
    return GraphSizeError{"dims", fmt::format("has {} entries; expected the chips along each of "
                                              "1 to 4 dimensions",
                                              config.dims.size())};
  uint64_t chips = 1;
  for (unsigned radix : config.dims) chips *= radix;
  if (chips > kMaxChips) return too_many_chips("dims", chips);
  return std::nullopt;
}

NetworkGraph torus_graph_of(const TopologyConfig& config) {
  return torus_graph(config.dims, config.links_per_direction, config.hosts_per_tin);
}

NetworkGraph mesh_graph_of(const TopologyConfig& config) {
  return mesh_graph(config.dims, config.links_per_direction, config.hosts_per_tin);
}

std::string torus_name(const TopologyConfig& config, const Topology&) {
  return fmt::format("{}, {} chips", word_of(config.kind), fmt::join(config.dims, " x "));
}

}  // namespace

extern const GraphShape kTorusShape = {TopologyKind::torus, RoutingScheme::dimension_order,
                                       torus_size_error, torus_graph_of, torus_name};
extern const GraphShape kMeshShape = {TopologyKind::mesh, RoutingScheme::dimension_order,
                                      torus_size_error, mesh_graph_of, torus_name};

std::vector<unsigned> torus_place(const std::vector<unsigned>& dims, unsigned chip) {
  std::vector<unsigned> place;
  for (unsigned radix : dims) {
    place.push_back(chip % radix);
    chip /= radix;
  }
  return place;
}

NetworkGraph torus_graph(const std::vector<unsigned>& dims, unsigned links_per_direction,
                         unsigned hosts_per_chip) {
  unsigned chips = 1;
  for (unsigned radix : dims) chips *= radix;
  NetworkGraph graph;
  graph.hosts.assign(chips, hosts_per_chip);
  unsigned stride = 1, port = 0;
  for (unsigned radix : dims) {
    const unsigned back_port = radix == 2 ? port : port + links_per_direction;
    for (unsigned chip = 0; chip < chips; ++chip) {
      const unsigned at = chip / stride % radix;
      if (radix == 2 && at == 1) continue;  // joined from the other end
      const unsigned next = chip - at * stride + (at + 1) % radix * stride;
      graph.links.push_back({chip, next, port, back_port, links_per_direction, {}, {}});
    }
    port = back_port + links_per_direction;
    stride *= radix;
  }
  return graph;
}

NetworkGraph mesh_graph(const std::vector<unsigned>& dims, unsigned links_per_direction,
                        unsigned hosts_per_chip) {
  NetworkGraph graph;
  unsigned chips = 1;
  for (unsigned radix : dims) chips *= radix;
  graph.hosts.assign(chips, hosts_per_chip);
  unsigned stride = 1;
  for (unsigned radix : dims) {
    for (unsigned chip = 0; chip < chips; ++chip)
      if (chip / stride % radix + 1 < radix)
        graph.links.push_back({chip, chip + stride, 0, 0, links_per_direction, {}, {}});
    stride *= radix;
  }
  number_ports(graph);
  return graph;
}

}  // namespace tinsim
