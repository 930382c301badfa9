// SPDX-License-Identifier: Apache-2.0
// Chips from which the tables at the chips of a network lead to another one.
#pragma once

#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// By chip: every route of a cell that enters there for an endpoint of `to` ends at `to`, with all
/// candidates of the tables of `held` at each chip. Null: the chip has no table. Precondition:
/// minimal routes in a network of pods.
std::vector<bool> chips_with_paths(const Topology& topology,
                                   const std::vector<const RouteTable*>& held, std::size_t to);

}  // namespace tinsim
