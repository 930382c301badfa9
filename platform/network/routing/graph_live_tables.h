// SPDX-License-Identifier: Apache-2.0
// Route tables of a network given as a graph, after failures.
#pragma once

#include <vector>

#include "platform/network/routing/next_hops.h"
#include "platform/network/topology/live_network.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Entries name all links that begin a shortest way over live links whose turns the scheme allows
/// (NextHops::may_turn) and whose VC phases suffice; none if there is no such way. So cells that
/// follow old and new tables in any mixture cannot wait in a cycle. `frames` hold all but the
/// entries; equal entries are shared with them. Precondition: `hops` is from changing_hops(),
/// `frames` have a place for each of its states.
std::vector<RouteTable> make_live_graph_tables(const Topology& topology, const NextHops& hops,
                                               const std::vector<RouteTable>& frames,
                                               const LiveNetwork& live);

}  // namespace tinsim
