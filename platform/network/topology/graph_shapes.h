// SPDX-License-Identifier: Apache-2.0
// The kinds of networks that are built from a NetworkGraph: one list.
#pragma once

#include <optional>
#include <string>

#include "platform/network/topology/graph.h"

namespace tinsim {

/// Between two chips: ports that a routing table entry names.
constexpr unsigned kMaxParallelLinks = 8;

/// One kind. A new one has its keys in topology_config.h, a file with its shape in this folder, and
/// its entry in the list of graph_shapes.cpp.
struct GraphShape {
  TopologyKind kind;
  /// The scheme that routing.scheme `auto` stands for; auto_: a VC per hop where the VCs suffice,
  /// else up*/down*.
  RoutingScheme scheme;
  /// The fault in the size, as graph_size_error() gives it; null: all sizes in range are possible.
  std::optional<GraphSizeError> (*size_error)(const TopologyConfig&);
  /// Precondition: size_error() found nothing.
  NetworkGraph (*graph)(const TopologyConfig&);
  /// One line for tables and reports, e.g. "torus, 4 x 4 chips".
  std::string (*name)(const TopologyConfig&, const Topology&);
  /// Topology::adversary_chips; null: 1.
  unsigned (*adversary_chips)(const TopologyConfig&) = nullptr;
};

/// Null for single, pair and dragonfly, which are not built from a graph.
const GraphShape* find_graph_shape(TopologyKind kind);

}  // namespace tinsim
