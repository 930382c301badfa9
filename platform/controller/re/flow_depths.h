// SPDX-License-Identifier: Apache-2.0
// How many links the cells of each flow still cross: the order in which flows are written.
#pragma once

#include "platform/controller/clique/clique_plan.h"

namespace tinsim::control {

/// [TiN][flow] the most links that a cell of the flow crosses from there on, 0 without a flow. A
/// flow written after all those that its cells meet later leads to their ends at once.
/// Precondition: no channels of the tables wait in a cycle.
std::vector<std::vector<std::uint8_t>> flow_depths(const Topology& topology,
                                                   const std::vector<RouteTable>& tables);

}  // namespace tinsim::control
