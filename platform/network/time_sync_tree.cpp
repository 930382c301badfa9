// SPDX-License-Identifier: Apache-2.0
// The trees of links along which chips of a network distribute the time.
#include "platform/network/time_sync_tree.h"

#include <algorithm>

#include "base/masks.h"
#include "platform/network/topology/link_selector.h"

namespace tinsim {
namespace {

/// Breadth first, over the links for which `is_branch(parent, child)` holds.
template <class IsBranch>
TimeSyncTree grow(const Topology& topology, unsigned root, const IsBranch& is_branch) {
  TimeSyncTree tree(topology.chips.size());
  std::vector<unsigned> queue = {root};
  tree[root].parent = root;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const unsigned parent = queue[next];
    const auto& ports = topology.chips[parent].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      if (!is_link(ports[port])) continue;
      const unsigned child = ports[port].peer_chip;
      if (tree[child].parent != TimeSyncNode::kNone || !is_branch(parent, child)) continue;
      tree[child] = {parent, ports[port].peer_port, port, tree[parent].depth + 1, 0};
      tree[parent].out_ports |= bit(port);
      queue.push_back(child);
    }
  }
  return tree;
}

}  // namespace

TimeSyncTree breadth_first_tree(const Topology& topology, unsigned root,
                                std::optional<unsigned> leaf) {
  return grow(topology, root, [&](unsigned parent, unsigned) { return parent != leaf; });
}

TimeSyncTree tree_of_parents(const Topology& topology, unsigned root,
                             const std::vector<unsigned>& parents) {
  return grow(topology, root,
              [&](unsigned parent, unsigned child) { return parents[child] == parent; });
}

std::optional<unsigned> first_outside(const TimeSyncTree& tree) {
  const auto outside = std::find_if(tree.begin(), tree.end(), [](const TimeSyncNode& node) {
    return node.parent == TimeSyncNode::kNone;
  });
  if (outside == tree.end()) return std::nullopt;
  return static_cast<unsigned>(outside - tree.begin());
}

unsigned depth_of(const TimeSyncTree& tree) {
  unsigned depth = 0;
  for (const TimeSyncNode& node : tree) depth = std::max(depth, node.depth);
  return depth;
}

}  // namespace tinsim
