// SPDX-License-Identifier: Apache-2.0
// Upper bound of the configured traffic: its matrix over the routing tables.
#pragma once

#include <optional>

#include "platform/network/routing/bounds.h"
#include "platform/network/routing/max_accepted.h"
#include "platform/network/topology/topology.h"
#include "platform/traffic/traffic.h"

namespace tinsim {

/// Mean injection of the configured traffic, in port rates per chip.
double offered_ports_per_chip(const PlatformConfig& config, const Topology& topology);

/// The configured mix of traffic entries, in units of its injection per chip.
struct KnownTraffic {
  TrafficMatrix matrix;
  std::vector<Stream> streams;
  double ports_per_chip = 0;  ///< offered
};

/// None for replays and for permutations of one chip's ports, whose matrix is not known beforehand,
/// for traffic that offers nothing, and where engines send cells as well.
std::optional<KnownTraffic> known_traffic(const PlatformConfig& config, const Topology& topology);

/// Assumption of throughput_bound() for the configured routing mode; completes "if ...".
const char* bound_condition(const PlatformConfig& config);

/// Mean injection per chip at which known traffic fills the busiest port if all sources are slowed
/// equally, in port rates (throughput_bound).
std::optional<ThroughputBound> traffic_bound(const PlatformConfig& config, const Topology& topology,
                                             const std::vector<RouteTable>& tables);

}  // namespace tinsim
