// SPDX-License-Identifier: Apache-2.0
// What the configured traffic can reach at most: its matrix over the routing tables.
#pragma once

#include <optional>

#include "platform/routing/bounds.h"
#include "platform/traffic/traffic.h"

namespace tinsim {

/// Mean injection of the configured traffic, in port rates per chip.
double offered_ports_per_chip(const PlatformConfig& config, const Topology& topology);

/// Bound on the mean injection per chip that the configured mix of traffic entries can reach, in
/// port rates: what fills the busiest port (throughput_bound). None for replays and permutations,
/// whose matrix is not known beforehand, and for traffic that offers nothing.
std::optional<ThroughputBound> traffic_bound(const PlatformConfig& config, const Topology& topology,
                                             const std::vector<RouteTable>& tables);

}  // namespace tinsim
