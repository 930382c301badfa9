// SPDX-License-Identifier: Apache-2.0
// Tables of a network in which some TiNs are drained.
#pragma once

#include <vector>

#include "platform/network/topology/live_network.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim::control {

/// As make_live_tables(), but drained TiNs carry no cells between other TiNs, unless there is no
/// other way. Cells from and to their own endpoints keep routes: by local links, where their pods
/// have TiNs that are not drained. `drained`: by TiN.
std::vector<RouteTable> make_drained_tables(const Topology& topology,
                                            const std::vector<RouteTable>& original,
                                            const LiveNetwork& live,
                                            const std::vector<bool>& drained);

}  // namespace tinsim::control
