// SPDX-License-Identifier: Apache-2.0
// Torus and mesh: chips on a grid of one to four dimensions, each joined to its neighbours.
#pragma once

#include <vector>

#include "platform/network/topology/graph.h"

namespace tinsim {

/// Place of a chip; dimension 0 varies fastest.
std::vector<unsigned> torus_place(const std::vector<unsigned>& dims, unsigned chip);

/// Ports: for each dimension the links to the next chip, then the links to the one before. A
/// dimension of two chips has one neighbour and so one set of links.
NetworkGraph torus_graph(const std::vector<unsigned>& dims, unsigned links_per_direction,
                         unsigned hosts_per_chip);

/// A torus without the links between the last and the first chip of each row. A chip numbers the
/// ports of its links in the order of dimensions; chips at a border have fewer.
NetworkGraph mesh_graph(const std::vector<unsigned>& dims, unsigned links_per_direction,
                        unsigned hosts_per_chip);

}  // namespace tinsim
