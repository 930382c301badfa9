// SPDX-License-Identifier: Apache-2.0
// The load that the configured operations of 1RMA would put on the links.
#pragma once

#include <optional>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/rma_result.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// The load that the open loops of rma_traffic put on the busiest link, if all is done, and what
/// they can have at most if all slow down equally: as throughput_bound(), for the cells of
/// operations in both directions. Cells hold as many data as fit in them, and flow control takes
/// nothing, so that the truth is a little worse. None without open loops, and where all operations
/// stay in a chip. Precondition: prove_deadlock_free() holds.
std::optional<RmaDemand> rma_demand(const PlatformConfig& config, const Topology& topology,
                                    const std::vector<RouteTable>& tables);

}  // namespace tinsim
