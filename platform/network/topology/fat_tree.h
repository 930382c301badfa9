// SPDX-License-Identifier: Apache-2.0
// Fat tree: k-ary n-tree, a folded Clos network of equal chips (Petrini and Vanneschi 1997).
#pragma once

#include "platform/network/topology/graph.h"

namespace tinsim {

/// Chips of each level: arity^(levels - 1). Chip = level * that + label, leaves first.
unsigned fat_tree_width(unsigned arity, unsigned levels);

/// A label has levels - 1 digits. Chip (l, w) is joined to the `arity` chips (l + 1, w') whose
/// labels differ from w in digit l at most. A leaf has ports 0 to arity - 1 up; a chip of the top
/// level as many down; the others `arity` down, then `arity` up. Hosts are at the leaves.
NetworkGraph fat_tree_graph(unsigned arity, unsigned levels, unsigned hosts_per_leaf);

}  // namespace tinsim
