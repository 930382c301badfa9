// SPDX-License-Identifier: Apache-2.0
// Chips that the routes from one chip to another can visit.
#pragma once

#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Whether every route of a cell that enters `from` for an endpoint of `to`, with all candidates of
/// `tables` at each chip, ends there and visits only chips of `written` (by chip), both ends
/// included.
bool has_written_paths(const Topology& topology, const std::vector<RouteTable>& tables,
                       std::size_t from, std::size_t to, const std::vector<bool>& written);

}  // namespace tinsim
