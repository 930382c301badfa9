// SPDX-License-Identifier: Apache-2.0
// Bound of the configured traffic: matrices that differ from those of the named patterns.
#include "platform/traffic/traffic_bound.h"

#include <gtest/gtest.h>

#include "platform/network/routing/route_tables.h"

namespace tinsim {
namespace {

/// One chip with four hosts of one port each.
double bound_of(const TrafficConfig& entry) {
  PlatformConfig config;
  config.topology.kind = TopologyKind::single;
  config.topology.hosts_per_tin = 4;
  config.tin.switch_.ports = 4;
  config.traffic = {entry};
  config.traffic[0].load = 0.5;
  const Topology topology = make_topology(config);
  const auto bound = traffic_bound(config, topology, make_route_tables(config, topology));
  return bound ? bound->per_chip_ports : 0;
}

// Three hosts send half of their cells to host 0 and spread the rest over all four ports; host 0
// has no other target and spreads all.
TEST(TrafficBound, TheOnlyTargetOfAHotspotSendsElsewhere) {
  TrafficConfig entry;
  entry.pattern = TrafficPattern::hotspot;
  entry.fraction = 0.5;
  entry.targets = {0};
  EXPECT_NEAR(bound_of(entry), 4 / (3 * (0.5 + 0.5 / 4) + 1 / 4.), 1e-12);
}

TEST(TrafficBound, AnIncastIsLimitedByItsSink) {
  TrafficConfig entry;
  entry.pattern = TrafficPattern::incast;
  entry.targets = {2};
  EXPECT_NEAR(bound_of(entry), 1, 1e-12);
}

TEST(TrafficBound, APermutationHasNone) {
  TrafficConfig entry;
  entry.pattern = TrafficPattern::permutation;
  EXPECT_EQ(bound_of(entry), 0);
}

}  // namespace
}  // namespace tinsim
