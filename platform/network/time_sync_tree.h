// SPDX-License-Identifier: Apache-2.0
// The trees of links along which chips of a network distribute the time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// A chip in a tree.
struct TimeSyncNode {
  static constexpr unsigned kNone = ~0u;
  unsigned parent = kNone;   ///< chip; of the root its own number; kNone: not in the tree
  unsigned port = 0;         ///< that leads to the parent
  unsigned parent_port = 0;  ///< at the other end
  unsigned depth = 0;        ///< links from the root
  uint64_t out_ports = 0;    ///< mask of the ports that lead to children
};
/// By chip.
using TimeSyncTree = std::vector<TimeSyncNode>;

/// Of fewest links from the root; of equal ones the chip that is reached first, by lowest ports.
/// The chip `leaf`, if any, has no children.
TimeSyncTree breadth_first_tree(const Topology& topology, unsigned root,
                                std::optional<unsigned> leaf = {});
/// `parents` as in timesync.parents.
TimeSyncTree tree_of_parents(const Topology& topology, unsigned root,
                             const std::vector<unsigned>& parents);

/// The first chip that is not in the tree; unset: all are.
std::optional<unsigned> first_outside(const TimeSyncTree& tree);
/// Links from the root to the farthest chip.
unsigned depth_of(const TimeSyncTree& tree);

}  // namespace tinsim
