// SPDX-License-Identifier: Apache-2.0
// HyperX: chips on a grid, each joined to all that differ from it in one dimension (Ahn et al.,
// SC 2009).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "platform/network/topology/graph_shapes.h"
#include "platform/network/topology/layout.h"

namespace tinsim {
namespace {

std::optional<GraphSizeError> hyperx_size_error(const TopologyConfig& config) {
  const size_t dims = config.dims.size(), widths = config.widths.size();
  if (dims == 0 || dims > 4)
    return GraphSizeError{"dims", fmt::format("has {} entries; expected the chips along each of "
                                              "1 to 4 dimensions",
                                              dims)};
  if (widths != 1 && widths != dims)
    return GraphSizeError{
        "widths",
        fmt::format("has {} entries; expected 1, or one for each of the {} dimensions of dims",
                    widths, dims)};
  uint64_t chips = 1;
  for (unsigned size : config.dims) chips *= size;
  if (chips > kMaxChips) return too_many_chips("dims", chips);
  return std::nullopt;
}

/// Ports: for each dimension the links to the chips of its row, as local_port().
NetworkGraph hyperx_graph_of(const TopologyConfig& config) {
  unsigned chips = 1;
  for (unsigned size : config.dims) chips *= size;
  NetworkGraph graph;
  graph.hosts.assign(chips, config.hosts_per_tin);
  unsigned stride = 1, first_port = 0;
  for (size_t dim = 0; dim < config.dims.size(); ++dim) {
    const unsigned size = config.dims[dim],
                   width = config.widths[config.widths.size() == 1 ? 0 : dim];
    for (unsigned chip = 0; chip < chips; ++chip) {
      const unsigned at = chip / stride % size;
      for (unsigned to = at + 1; to < size; ++to)
        graph.links.push_back({chip,
                               chip + (to - at) * stride,
                               first_port + local_port(at, to, 0, width),
                               first_port + local_port(to, at, 0, width),
                               width,
                               {},
                               {}});
    }
    stride *= size;
    first_port += (size - 1) * width;
  }
  return graph;
}

std::string hyperx_name(const TopologyConfig& config, const Topology&) {
  return fmt::format("HyperX, {} chips", fmt::join(config.dims, " x "));
}

}  // namespace

extern const GraphShape kHyperxShape = {TopologyKind::hyperx, RoutingScheme::auto_,
                                        hyperx_size_error, hyperx_graph_of, hyperx_name};

}  // namespace tinsim
