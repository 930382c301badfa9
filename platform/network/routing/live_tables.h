// SPDX-License-Identifier: Apache-2.0
// Route tables of a Dragonfly after failures.
#pragma once

#include <vector>

#include "platform/network/topology/live_network.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// The tables of `original`, changed where failures make them lead nowhere:
///   1. A candidate stays if its link is live and the rest of the way from its far end is as short
///      as it was in the whole network. (Way: over live links and turns that the VC phases and the
///      parity-sign rule allow.)
///   2. Where no minimal candidate stays, the minimal entries name all links that begin a shortest
///      way; where there is no way, they are empty.
/// Every turn rises in the same order as before, so cells that follow old and new tables in any
/// mixture cannot wait in a cycle. Where nothing has failed, or not any more, they are `original`.
/// Precondition: `original` is of the whole network, a Dragonfly.
std::vector<RouteTable> make_live_tables(const Topology& topology,
                                         const std::vector<RouteTable>& original,
                                         const LiveNetwork& live);

}  // namespace tinsim
