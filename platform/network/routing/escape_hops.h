// SPDX-License-Identifier: Apache-2.0
// How many links a cell can cross where failures change tables and send it onto escape VCs.
#pragma once

#include <vector>

#include "platform/network/routing/escape_routes.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// The maximum number of links of any way that begins at a chip with hosts and follows any of
/// `tables` at any chip. From a chip where a table names no live link, it may follow any of
/// `escapes` at any chip. `tables` are those of the whole network and of each change, `escapes`
/// those of each change. Precondition: their channels wait in no cycle (prove_deadlock_free), and
/// the mode routes no cells over random pods.
unsigned longest_path(const Topology& topology,
                      const std::vector<const std::vector<RouteTable>*>& tables,
                      const std::vector<const EscapeRoutes*>& escapes);

}  // namespace tinsim
