// SPDX-License-Identifier: Apache-2.0
// Link loads of HyperX, Slim Fly, Polarfly and Dragonfly+ against closed forms: uniform traffic and
// the worst case, on shortest routes and over random chips.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "platform/network/routing/bounds.h"
#include "platform/traffic/traffic_bound.h"
#include "tests/platform/compact_networks.h"

namespace tinsim {
namespace {

Network make(PlatformConfig config, const char* mode) {
  config.routing.mode = Word{mode};
  return Network(config);
}

/// Load of the busiest link where each chip sends one port rate in the mean.
double busiest_link(const ThroughputBound& bound) {
  return std::max(bound.max_local, bound.max_global);
}

ThroughputBound uniform_bound(const PlatformConfig& config, const char* mode) {
  const Network n = make(config, mode);
  return throughput_bound(n.topology, n.tables, uniform_matrix(n.topology));
}

// Of N - 1 targets (1 - 1/S) N differ in a dimension of S chips; S - 1 sets of K links carry them.
// The eight entries of a table name two ports equally often, three up to 3 and 2 times.
TEST(CompactBounds, UniformTrafficInAHyperx) {
  struct Shape {
    std::vector<unsigned> dims, widths;
    double uneven;
  };
  for (const Shape& s : {Shape{{4, 4}, {1}, 1e-9},
                         {{8, 8}, {1}, 1e-9},
                         {{7}, {2}, 1e-9},
                         {{4, 8}, {1, 2}, 0.02},
                         {{4, 4, 4}, {1}, 0.02}}) {
    double chips = 1, busiest = 0, links = 0;
    for (unsigned size : s.dims) chips *= size;
    for (size_t i = 0; i < s.dims.size(); ++i) {
      const unsigned width = s.widths[s.widths.size() == 1 ? 0 : i];
      busiest = std::max(busiest, chips / (chips - 1) / (s.dims[i] * width));
      links += (1 - 1.0 / s.dims[i]) * chips / (chips - 1);
    }
    const ThroughputBound minimal = uniform_bound(hyperx(s.dims, s.widths), "minimal_adaptive");
    EXPECT_NEAR(minimal.mean_links, links, 1e-9);
    EXPECT_NEAR(busiest_link(minimal) / busiest, 1, s.uneven);
    const ThroughputBound valiant = uniform_bound(hyperx(s.dims, s.widths), "valiant");
    EXPECT_NEAR(valiant.mean_links, 2 * links, 1e-9) << "two legs, each of them uniform";
    EXPECT_NEAR(busiest_link(valiant) / busiest, 2, 2 * s.uneven);
    const ThroughputBound ideal = uniform_bound(hyperx(s.dims, s.widths), "ugal_l");
    EXPECT_NEAR(busiest_link(ideal) / busiest, 1, s.uneven + 1e-6);
  }
}

// k neighbours at one link, the others at two; in the graph of Hoffman and Singleton all links are
// alike, elsewhere the busiest is near the mean.
TEST(CompactBounds, UniformTrafficInASlimFly) {
  for (unsigned q : {4u, 5u, 8u}) {
    const Network n = make(slim_fly(q), "minimal_adaptive");
    const double chips = 2.0 * q * q;
    const unsigned degree = ports_of(n.topology.chips[0], PortKind::kLocal) +
                            ports_of(n.topology.chips[0], PortKind::kGlobal);
    const double links = (degree + 2 * (chips - 1 - degree)) / (chips - 1);
    const ThroughputBound bound = uniform_bound(slim_fly(q), "minimal_adaptive");
    EXPECT_NEAR(bound.mean_links, links, 1e-9);
    EXPECT_GE(busiest_link(bound), links / degree - 1e-9);
    if (q == 5) {
      EXPECT_NEAR(busiest_link(bound), links / degree, 1e-9);
    }
    EXPECT_NEAR(uniform_bound(slim_fly(q), "valiant").mean_links, 2 * links, 1e-9);
  }
}

// A route of two links is the only one. A link without quadric carries its ends' own traffic, and
// that of each end to the q - 1 neighbours of the other that it is not joined to; one of a quadric
// q and q - 1 such streams. So the busiest carries 2 q / (N - 1), with N = q^2 + q + 1.
TEST(CompactBounds, UniformTrafficInAPolarfly) {
  for (unsigned q : {3u, 4u, 5u, 7u}) {
    const double chips = q * q + q + 1.0;
    const ThroughputBound bound = uniform_bound(polarfly(q), "minimal_adaptive");
    EXPECT_NEAR(busiest_link(bound), 2 / (q + 1.0), 1e-9) << q;
    const double ends = q * q * (q + 1.0) + (q + 1.0) * q;  // of all links
    EXPECT_NEAR(bound.mean_links, (ends + 2 * (chips * (chips - 1) - ends)) / chips / (chips - 1),
                1e-9);
    EXPECT_NEAR(busiest_link(uniform_bound(polarfly(q), "valiant")), 4 / (q + 1.0), 1e-9) << q;
  }
}

// l^2 pairs of leaves send over the m links of two groups.
TEST(CompactBounds, UniformAndWorstCaseTrafficInADragonflyPlus) {
  constexpr unsigned kGroups = 5, kLeaves = 4, kSpines = 4, kLinks = 4;
  constexpr double kChips = kGroups * (kLeaves + kSpines), kHosts = kGroups * kLeaves;
  const PlatformConfig config = dragonfly_plus(kGroups, kLeaves, kSpines, kLinks);
  const ThroughputBound uniform = uniform_bound(config, "minimal_adaptive");
  const double of_host = kChips / kHosts;  // port rates, where the mean chip sends one
  EXPECT_NEAR(uniform.max_global, kLeaves * kLeaves * of_host / (kHosts - 1) / kLinks, 1e-9);
  // All leaves of a group send to the next group, and Valiant spreads that over all others.
  const Network minimal = make(config, "minimal_adaptive"), valiant = make(config, "valiant");
  TrafficMatrix worst(minimal.topology);
  for (unsigned from = 0; from < kHosts; ++from)
    for (unsigned i = 0; i < kLeaves; ++i)
      worst.add(from, (from / kLeaves + 1) % kGroups * kLeaves + i, 1.0 / kLeaves);
  const ThroughputBound direct = throughput_bound(minimal.topology, minimal.tables, worst);
  EXPECT_NEAR(direct.max_global, kLeaves * of_host / kLinks, 1e-9);
  const ThroughputBound spread = throughput_bound(valiant.topology, valiant.tables, worst);
  EXPECT_LT(spread.max_global, 0.6 * direct.max_global);
}

/// Each chip sends to the chip two steps further on a closed walk over all of them, so that each
/// link of the walk carries two of these streams where routes of two links are the only ones.
std::vector<unsigned> two_steps_ahead(const Topology& t) {
  const auto n = static_cast<unsigned>(t.chips.size());
  std::vector<unsigned> walk = {0};
  std::vector<bool> used(n);
  used[0] = true;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const PortInfo& port : t.chips[walk.back()].ports)
      if (is_link(port) && !used[port.peer_chip] && !goes_on) {
        used[port.peer_chip] = goes_on = true;
        walk.push_back(port.peer_chip);
      }
  }
  std::vector<unsigned> target(n), rest;
  for (unsigned chip = 0; chip < n; ++chip)
    if (!used[chip]) rest.push_back(chip);
  walk.insert(walk.end(), rest.begin(), rest.end());
  for (unsigned i = 0; i < n; ++i) target[walk[i]] = walk[(i + 2) % n];
  return target;
}

// The worst case of shortest routes in a Slim Fly: a link carries the traffic of both of its ends
// (Besta and Hoefler, section V: 1/(2 p) of full load with p hosts). Over random chips each leg is
// uniform but for two targets.
TEST(CompactBounds, WorstCaseTrafficInASlimFlyAndAPolarfly) {
  for (const PlatformConfig& config : {slim_fly(5), polarfly(7)}) {
    const Network minimal = make(config, "minimal_adaptive"), valiant = make(config, "valiant");
    const TrafficMatrix worst =
        permutation_matrix(minimal.topology, two_steps_ahead(minimal.topology));
    const ThroughputBound direct = throughput_bound(minimal.topology, minimal.tables, worst);
    EXPECT_NEAR(busiest_link(direct), 2, 1e-9);
    const double chips = static_cast<double>(minimal.topology.chips.size());
    const double uniform = busiest_link(
        throughput_bound(minimal.topology, minimal.tables, uniform_matrix(minimal.topology)));
    const double spread = busiest_link(throughput_bound(valiant.topology, valiant.tables, worst));
    EXPECT_LE(spread, 2 * uniform * (chips - 1) / (chips - 2) + 1e-9);
    EXPECT_GE(spread, 2 * uniform * 0.8);
  }
}

// A shift along the first dimension: one link of each chip carries all of its traffic. Over random
// chips 2 / (N - 2) for each pair but those that the pattern joins.
TEST(CompactBounds, WorstCaseTrafficInAHyperx) {
  PlatformConfig config = hyperx({4, 4});
  config.traffic.resize(1);
  config.traffic[0].pattern = TrafficPattern::adversarial;
  config.traffic[0].load = 1;
  config.traffic[0].offset = 1;
  config.traffic[0].class_ = {0};  // whose VCs suffice for a VC per hop
  const auto bound = [&](const char* mode) {
    const Network n = make(config, mode);
    return *traffic_bound(n.config, n.topology, n.tables);
  };
  EXPECT_NEAR(busiest_link(bound("minimal_adaptive")), 1, 1e-9);
  EXPECT_NEAR(busiest_link(bound("valiant")), 2.0 / 14 * 4, 1e-9);
  EXPECT_LE(busiest_link(bound("ugal_l")), 2.0 / 14 * 4 + 1e-6);
}

/// Traffic of hosts to whole chips is that of all pairs, added one by one.
TEST(CompactBounds, TrafficToWholeChipsIsThatOfAllPairs) {
  PlatformConfig config = hyperx({3, 4});
  config.topology.hosts_per_tin = 3;
  config.traffic.resize(1);
  config.traffic[0].load = 0.5;
  const Network n = make(config, "minimal_adaptive");
  TrafficMatrix pairs(n.topology);
  for (unsigned a = 0; a < 36; ++a)
    for (unsigned b = 0; b < 36; ++b)
      if (a / 3 != b / 3) pairs.add(a, b, 1.0 / 33);
  const auto known = known_traffic(n.config, n.topology);
  ASSERT_TRUE(known.has_value());
  for (unsigned a = 0; a < 12; ++a)
    for (unsigned b = 0; b < 12; ++b)
      EXPECT_NEAR(known->matrix.rate(a, b), pairs.rate(a, b), 1e-12);
  for (unsigned host = 0; host < 36; ++host) {
    EXPECT_NEAR(known->matrix.sent(host), pairs.sent(host), 1e-12);
    EXPECT_NEAR(known->matrix.received(host), pairs.received(host), 1e-12);
  }
  EXPECT_EQ(known->streams.size(), 12u) << "one for the hosts of a chip";
}

}  // namespace
}  // namespace tinsim
