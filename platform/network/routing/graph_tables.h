// SPDX-License-Identifier: Apache-2.0
// Routing tables of networks given as a graph, from a routing scheme.
#pragma once

#include <memory>
#include <optional>

#include "platform/network/routing/next_hops.h"
#include "platform/network/routing/scheme.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// A row for each chip with hosts; the entries do not depend on the VC phase. Of more than eight
/// ports an entry names eight; rows take turns. Throws ConfigError if a route has more links than
/// the hop count of a cell can count.
std::vector<RouteTable> make_graph_tables(const PlatformConfig& config, const Topology& topology,
                                          const RoutePlan& plan);

/// The same routes with entries for each state of a cell in a network with failures: by VC phase
/// with a VC per hop, by dimension and direction in dimension order.
std::vector<RouteTable> make_changing_graph_tables(const PlatformConfig& config,
                                                   const Topology& topology);

/// The routing scheme behind the entries of make_changing_graph_tables().
std::unique_ptr<NextHops> changing_hops(const PlatformConfig& config, const Topology& topology);

/// The same for any scheme; `entry_phases`: number of phases that entries distinguish, 1 or all.
std::vector<RouteTable> tables_of(const Topology& topology, NextHops& hops, RouteMode mode,
                                  const VcLayout& vcs, unsigned entry_phases = 1);

/// A route with more links than the five bits of a cell's hop count can count.
struct TooLongRoute {
  unsigned from, to;  ///< chips
  unsigned links;
  unsigned max_links;
};

/// The longest route if make_graph_tables() would refuse it. Precondition: the network is given as
/// a graph.
std::optional<TooLongRoute> too_long_route(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
