// SPDX-License-Identifier: Apache-2.0
// Tables of a plan: of the live links and TiNs, without ways through drained ones.
#pragma once

#include "platform/controller/clique/clique_plan.h"
#include "platform/network/topology/live_network.h"

namespace tinsim::control {

/// `units`: by TiN, the unit with which it is drained, or kNotDrained; empty: none is. The TiNs of
/// a unit stay reachable, and reach all others; cells between TiNs outside of it do not cross it
/// where there is another way. Where nothing is drained these are the tables of make_live_tables().
///
/// Each row of each TiN is that of the network without all units but those of the TiN and of the
/// row's goal; where such a row is empty, that of the whole live network. An entry of the former
/// leads to states with such entries, one of the latter to states with either: as each turn rises
/// in the order of the builders' tables, every cell arrives.
std::vector<RouteTable> planned_tables(const CliquePlan& plan, const LiveNetwork& live,
                                       std::vector<std::uint16_t> units);

}  // namespace tinsim::control
