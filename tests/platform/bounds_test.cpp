// SPDX-License-Identifier: Apache-2.0
// Throughput bounds against the closed forms of docs/explanation/routing.md, and hand-derived ones
// for small networks.
#include "platform/network/routing/bounds.h"

#include <gtest/gtest.h>

#include "tests/platform/networks.h"

namespace tinsim {
namespace {

// The closed forms draw among the other 575 chips, so: one host per chip.
const Network& full_clique() {
  static const Network network(clique(1));
  return network;
}

ThroughputBound bound(const Network& n, const TrafficMatrix& traffic) {
  return throughput_bound(n.topology, n.tables, traffic);
}

TEST(CliqueBound, UniformIsLimitedByGlobalLinks) {
  const ThroughputBound b = bound(full_clique(), uniform_matrix(full_clique().topology));
  const double remote = 564.0 / 575;
  EXPECT_NEAR(b.per_chip_ports, 47 * 2 / (12 * remote), 1e-9);
  EXPECT_NEAR(b.per_chip_ports, 7.986, 0.0005);
  EXPECT_STREQ(b.limited_by, "global links");
  EXPECT_NEAR(1 / b.max_local, 11.86, 0.005);
  EXPECT_NEAR(b.max_terminal, 1.0 / 18, 1e-9);
  EXPECT_NEAR(b.mean_links, remote * (1 + 10.0 / 12 + 11.0 / 12) + 11.0 / 575, 1e-9);
  EXPECT_NEAR(b.mean_links, 2.717, 0.0005);
}

TEST(CliqueBound, UniformOverTwoHostsPerChipHas1128RemoteHostsOf1151) {
  const Network n{clique()};
  const ThroughputBound b = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(b.per_chip_ports, 94 / (12 * 1128.0 / 1151), 1e-9);
}

TEST(CliqueBound, AdversarialGetsTwoLinksForTwelveChips) {
  for (unsigned k : {1u, 2u, 7u, 23u, 24u, 25u, 47u}) {
    const ThroughputBound b = bound(full_clique(), adversarial_matrix(full_clique().topology, k));
    EXPECT_NEAR(b.per_chip_ports, 2.0 / 12, 1e-9) << k;
    EXPECT_STREQ(b.limited_by, "global links") << k;
  }
}

TEST(CliqueBound, LocalAdversarialGetsTwoLanes) {
  for (unsigned k : {1u, 5u, 11u}) {
    const ThroughputBound b =
        bound(full_clique(), local_adversarial_matrix(full_clique().topology, k));
    EXPECT_NEAR(b.per_chip_ports, 2, 1e-9) << k;
    EXPECT_STREQ(b.limited_by, "local links");
    EXPECT_NEAR(b.mean_links, 1, 1e-9);
  }
}

// p = 2, a = 4, h = 2, g = 9: one link between each pair of pods, shared by a * p = 8 nodes.
TEST(CanonicalBound, AdversarialIsOneEighthPerNode) {
  const Network n{canonical()};
  for (unsigned k = 1; k < 9; ++k) {
    const ThroughputBound b = bound(n, adversarial_matrix(n.topology, k));
    EXPECT_NEAR(b.per_chip_ports / 2, 1.0 / 8, 1e-9) << k;
    EXPECT_STREQ(b.limited_by, "global links");
  }
}

// 64 of the 71 other hosts are remote. A global link carries an eighth of the remote traffic of
// four chips: 4 / 8 * 64 / 71. A lane i -> j carries i's traffic for the two pods that j serves
// (2 / 8 * 64 / 71), a quarter of what enters by i's two links (2 / 4 * 32 / 71), and i's traffic
// for j (2 / 71): 34 / 71. Each chip has two terminal ports.
TEST(CanonicalBound, UniformLoadsFollowFromCounting) {
  const Network n{canonical()};
  const ThroughputBound b = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(b.max_global, 32.0 / 71, 1e-9);
  EXPECT_NEAR(b.max_local, 34.0 / 71, 1e-9);
  EXPECT_NEAR(b.max_terminal, 1.0 / 2, 1e-9);
  EXPECT_NEAR(b.per_chip_ports, 2, 1e-9);
  EXPECT_STREQ(b.limited_by, "terminal ports");
  EXPECT_NEAR(b.mean_links, 64.0 / 71 * (1 + 2 * 3.0 / 4) + 6.0 / 71, 1e-9);
}

// Four pods with 32 links per pair over 12 TiNs: eight TiNs hold 3 links to a pod and four hold 2,
// and a TiN that holds links uses no others. So 2 links carry the third of a TiN's remote traffic.
TEST(FourPodBound, UniformIsLimitedByTheTinsThatHoldTwoLinks) {
  PlatformConfig config;
  config.topology.hosts_per_tin = 1;
  const Network n{config};
  const ThroughputBound b = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(b.per_chip_ports, 2 * 3 / (36.0 / 47), 1e-9);
  EXPECT_STREQ(b.limited_by, "global links");
}

TEST(PairBound, FourLinksCarryFourPortRates) {
  const Network n{of_kind("pair", 1, 4)};
  const ThroughputBound b = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(b.per_chip_ports, 4, 1e-9);
  EXPECT_STREQ(b.limited_by, "local links");
}

TEST(PairBound, SeesAnUnevenEntry) {
  Network n{of_kind("pair", 1, 4)};
  for (RouteTable& table : n.tables) {
    RouteRows& rows = table.edit();
    for (size_t place = 0; place < rows.places(); ++place)
      if (rows.minimal(place)[0] != kNoRoute) rows.set_minimal(place, {0, 0, 0, 0, 0, 1, 2, 3});
  }
  EXPECT_NEAR(bound(n, uniform_matrix(n.topology)).per_chip_ports, 8.0 / 5, 1e-9);
}

TEST(SingleBound, OnlyTheTerminalsCount) {
  const Network n{of_kind("single", 50)};
  const ThroughputBound b = bound(n, uniform_matrix(n.topology));
  EXPECT_NEAR(b.per_chip_ports, 50, 1e-9);
  EXPECT_STREQ(b.limited_by, "terminal ports");
  EXPECT_EQ(b.mean_links, 0);
}

// All of chip 0's hosts and chip 1's hosts swap: both lanes carry everything. The two hosts that
// are sent everything would be limited by their ports only at 9 / 0.5 = 18.
TEST(PermutationBound, FollowsTheHostMap) {
  const Network n{clique()};
  std::vector<unsigned> target_of(n.topology.hosts.size());
  for (unsigned h = 0; h < target_of.size(); ++h) target_of[h] = h ^ 2u;  // TiN 2i <-> 2i + 1
  const ThroughputBound b = bound(n, permutation_matrix(n.topology, target_of));
  EXPECT_NEAR(b.per_chip_ports, 2, 1e-9);
  EXPECT_NEAR(b.max_terminal, 0.5 / 9, 1e-9);
  EXPECT_EQ(b.max_global, 0);
}

TEST(PermutationBound, CountsWhatOneHostReceives) {
  const Network n{of_kind("single", 5)};  // ten ports per host
  const ThroughputBound b = bound(n, permutation_matrix(n.topology, {4, 4, 4, 4, 0}));
  EXPECT_NEAR(b.max_terminal, 4 * 0.2 / 10, 1e-9);
}

}  // namespace
}  // namespace tinsim
