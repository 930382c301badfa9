// SPDX-License-Identifier: Apache-2.0
// Graph files: the user's own network, as a list of edges in CSV or as GraphML.
#pragma once

#include "platform/topology/graph.h"

namespace tinsim {

/// Reads `file` (GraphML where it ends in .graphml or .xml, else CSV) and `nodes_file`. Nodes
/// become chips in the order of their names where all are numbers, else in the order in which the
/// file names them. Throws ConfigError, `file:line: graph: what is wrong; expected …`, for the
/// first fault: syntax, an edge from a node to itself, a pair joined twice, a node that edges do
/// not join to the first, too many of anything.
NetworkGraph read_graph(const TopologyConfig& config);

}  // namespace tinsim
