// SPDX-License-Identifier: Apache-2.0
// The most of an offered load that can be delivered, where it can be worked out by hand.
#include "platform/network/routing/max_accepted.h"

#include <gtest/gtest.h>

#include "platform/traffic/traffic_bound.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

constexpr double kExact = 2e-3;  // the search ends within a thousandth

struct Bounds {
  double even = 0, sources = 0, pairs = 0;  // port rates, of the whole network
};

Bounds bounds_of(const PlatformConfig& config) {
  const Network n(config);
  const auto traffic = known_traffic(config, n.topology);
  const auto chips = static_cast<double>(n.topology.chips.size());
  const ThroughputBound even = throughput_bound(n.topology, n.tables, traffic->matrix);
  const auto most = [&](Unfairness unfairness) {
    return chips * max_accepted(n.topology, n.tables, traffic->matrix, traffic->streams,
                                traffic->ports_per_chip, even, unfairness);
  };
  return {chips * even.per_chip_ports, most(Unfairness::kSources), most(Unfairness::kPairs)};
}

/// One pod of four TiNs, a lane between any two, each with one host of four ports.
PlatformConfig pod(const char* mode = "minimal_adaptive") {
  PlatformConfig config = dragonfly(1, 4, 1, 1);
  config.topology.hosts_per_tin = 1;
  config.topology.terminal_ports_per_host = 4;
  config.routing.mode = Word{mode};
  return config;
}

/// Host `from` offers so many port rates to the hosts `to`.
TrafficConfig flow(double ports, unsigned from, std::vector<unsigned> to) {
  TrafficConfig entry;
  entry.pattern = TrafficPattern::incast;
  entry.gbps = 25.6 * ports;
  entry.sources = {from};
  entry.targets = std::move(to);
  return entry;
}

TEST(MostAccepted, OneSourceGoesOnWhileAnotherWaits) {
  PlatformConfig config = pod();
  config.traffic = {flow(0.5, 0, {1}), flow(3, 2, {3})};
  const Bounds b = bounds_of(config);
  EXPECT_NEAR(b.even, 3.5 / 3, kExact);     // the lane 2 - 3 is full
  EXPECT_NEAR(b.sources, 0.5 + 1, kExact);  // … and does not keep host 0 from sending
  EXPECT_NEAR(b.pairs, 0.5 + 1, kExact);
}

// Four fifths of what host 0 sends, and a third of the rest, go over the lane to TiN 1.
TEST(MostAccepted, CellsOfOneSourceWaitForEachOther) {
  PlatformConfig config = pod();
  config.traffic = {flow(3, 0, {1})};
  config.traffic[0].pattern = TrafficPattern::hotspot;
  config.traffic[0].fraction = 0.8;
  const Bounds b = bounds_of(config);
  EXPECT_NEAR(b.even, 1 / (0.8 + 0.2 / 3), kExact);
  EXPECT_NEAR(b.sources, 1 / (0.8 + 0.2 / 3), kExact);
  EXPECT_NEAR(b.pairs, 1 + 3 * 2 * 0.2 / 3, kExact);  // while a buffer holds what waits
}

// Hosts 0 and 2 share the way into host 1; each has a lane of its own to it.
TEST(MostAccepted, WhoUsesTheFullPortLessGetsAhead) {
  PlatformConfig config = pod();
  config.topology.terminal_ports_per_host = 1;
  config.traffic = {flow(1, 0, {1, 3}), flow(1, 2, {1})};
  const Bounds b = bounds_of(config);
  EXPECT_NEAR(b.even, 2 / 1.5, kExact);
  EXPECT_NEAR(b.sources, 1 + 0.5, kExact);  // all of host 0, and half of host 2
}

// Over TiN 3 by an odd and an even hop; over TiN 2 the turn would be from e+ to o-.
TEST(MostAccepted, AllPermittedRoutesCount) {
  PlatformConfig config = pod("fully_adaptive");
  config.traffic = {flow(4, 0, {1})};
  EXPECT_NEAR(bounds_of(config).sources, 2, 2 * kExact);
  config.routing.mode = RouteMode::minimal_adaptive;
  EXPECT_NEAR(bounds_of(config).sources, 1, kExact);
}

TEST(MostAccepted, WhatFitsIsAccepted) {
  PlatformConfig config = pod();
  config.traffic = {flow(0.5, 0, {1}), flow(0.75, 2, {3})};
  EXPECT_NEAR(bounds_of(config).sources, 1.25, 1e-9);
}

// docs/explanation/routing.md: where all chips are equal no source has an advantage.
TEST(MostAccepted, IsThePublishedBoundInTheClique) {
  struct Case {
    const char *mode, *pattern;
    double ports;
  };
  constexpr double kPods = 48, kTins = 12, kCopies = 2, kRemote = 564 / 575.;
  for (const Case& c : {Case{"minimal_adaptive", "uniform", 47 * kCopies / (kTins * kRemote)},
                        {"minimal_adaptive", "adversarial", kCopies / kTins},
                        {"valiant", "adversarial", (kPods - 2) * kCopies / (2 * kTins)},
                        {"ugal_l", "adversarial", kPods * kCopies / (2 * kTins)}}) {
    PlatformConfig config = clique(1);
    config.routing.mode = Word{c.mode};
    TrafficConfig entry;
    entry.pattern = Word{c.pattern};
    entry.offset = 5;
    entry.load = 2;
    config.traffic = {entry};
    EXPECT_NEAR(bounds_of(config).sources / (kPods * kTins), c.ports, kExact * c.ports)
        << c.mode << ' ' << c.pattern;
  }
}

}  // namespace
}  // namespace tinsim
