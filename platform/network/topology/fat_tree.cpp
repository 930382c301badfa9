// SPDX-License-Identifier: Apache-2.0
// Fat tree: k-ary n-tree, a folded Clos network of equal chips (Petrini and Vanneschi 1997).
#include "platform/network/topology/fat_tree.h"

#include <fmt/format.h>

#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

std::optional<GraphSizeError> fat_tree_size_error(const TopologyConfig& config) {
  uint64_t chips = config.levels;
  for (unsigned level = 1; level < config.levels; ++level) chips *= config.arity;
  if (chips > kMaxChips) return too_many_chips("levels", chips);
  return std::nullopt;
}

NetworkGraph fat_tree_graph_of(const TopologyConfig& config) {
  return fat_tree_graph(config.arity, config.levels, config.hosts_per_tin);
}

std::string fat_tree_name(const TopologyConfig& config, const Topology&) {
  return fmt::format("fat tree of {} levels, {} links up per chip", config.levels, config.arity);
}

}  // namespace

extern const GraphShape kFatTreeShape = {TopologyKind::fat_tree, RoutingScheme::up_down,
                                         fat_tree_size_error, fat_tree_graph_of, fat_tree_name};

unsigned fat_tree_width(unsigned arity, unsigned levels) {
  unsigned width = 1;
  for (unsigned level = 1; level < levels; ++level) width *= arity;
  return width;
}

NetworkGraph fat_tree_graph(unsigned arity, unsigned levels, unsigned hosts_per_leaf) {
  const unsigned width = fat_tree_width(arity, levels);
  NetworkGraph graph;
  graph.hosts.assign(width * levels, 0);
  for (unsigned leaf = 0; leaf < width; ++leaf) graph.hosts[leaf] = hosts_per_leaf;
  unsigned weight = 1;  // of digit `level` of a label
  for (unsigned level = 0; level + 1 < levels; ++level, weight *= arity) {
    const unsigned first_up = level == 0 ? 0 : arity;
    for (unsigned label = 0; label < width; ++label) {
      const unsigned digit = label / weight % arity;
      for (unsigned up = 0; up < arity; ++up) {
        const unsigned above = label - digit * weight + up * weight;
        graph.links.push_back(
            {level * width + label, (level + 1) * width + above, first_up + up, digit, 1, {}, {}});
      }
    }
  }
  return graph;
}

}  // namespace tinsim
