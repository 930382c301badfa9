// SPDX-License-Identifier: Apache-2.0
// Is an ExaNet routing free of deadlock? The graph of its channels, and a cycle in it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/parts/exanet_route.h"

namespace tinsim {

/// A channel is one of the two virtual channels of one directed link.
struct ExanetChannel {
  unsigned node = 0, direction = 0;  ///< that send
  bool upper = false;
};

/// Channels by number, and the pairs (a, b) where a packet in a can request b.
struct ExanetChannelGraph {
  std::vector<ExanetChannel> channels;
  std::vector<std::pair<unsigned, unsigned>> dependencies;
  std::vector<std::string> unreachable;  ///< the first eight pairs of nodes without a route
  unsigned longest_route = 0;            ///< links
};

/// Follows the route of each pair of nodes with the decision that the router takes, so the graph is
/// exact. The same registers in all nodes.
ExanetChannelGraph exanet_channel_graph(const ExanetLattice& lattice, const ExanetRouting& routing);

unsigned exanet_nodes(const ExanetLattice& lattice);
/// Directed links of the lattice.
unsigned exanet_links(const ExanetLattice& lattice);

struct ExanetProof {
  std::uint64_t channels = 0;  ///< that some packet can occupy
  std::uint64_t dependencies = 0;
  std::vector<std::string> cycle;  ///< channels, each waiting for the next, the last for the first
  std::vector<std::string> unreachable;

  bool holds() const { return cycle.empty() && unreachable.empty(); }
};

/// Virtual cut-through with dimension order is free of deadlock if and only if the graph has no
/// cycle (Dally and Seitz 1987).
ExanetProof prove_exanet(const ExanetLattice& lattice, const ExanetRouting& routing);

}  // namespace tinsim
