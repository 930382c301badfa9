// SPDX-License-Identifier: Apache-2.0
// The bounds that a result reports with the accepted throughput.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "platform/statistics/result.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// The load at which the busiest port is full if all sources are slowed down equally. If more was
/// accepted, further bounds follow in ascending order, until one is not below the accepted load.
/// docs/explanation/routing.md derives them. None where the traffic is not known beforehand.
/// Precondition: words and batches of the result are those of the whole run.
std::vector<BoundNote> bound_notes(const PlatformConfig& config, const Topology& topology,
                                   const std::vector<RouteTable>& tables, const RunResult& result);

/// The load at which the busiest line of an ExaNet network is full.
std::vector<BoundNote> exanet_bound_notes(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
