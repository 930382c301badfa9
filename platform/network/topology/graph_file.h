// SPDX-License-Identifier: Apache-2.0
// Graph files: the user's own network, as a list of edges in CSV or as GraphML.
#pragma once

#include <string>
#include <utility>

#include "base/errors.h"
#include "platform/network/topology/graph.h"

namespace tinsim {

/// A fault of a graph file, and the key of `topology` that names it.
class GraphFileError : public ConfigError {
 public:
  GraphFileError(const std::string& what, std::string key)
      : ConfigError(what), key_(std::move(key)) {}
  const std::string& key() const { return key_; }

 private:
  std::string key_;
};

/// Reads `file` (GraphML if it ends in .graphml or .xml, else CSV) and `nodes_file`. Nodes become
/// chips in the order of their names if all are numbers, else in their order in the file. Throws
/// GraphFileError, `file:line: graph: fault; expected …`, for the first fault: syntax, an edge from
/// a node to itself, a pair joined twice, a node that edges do not join to the first, too many of
/// anything.
NetworkGraph read_graph(const TopologyConfig& config);

}  // namespace tinsim
