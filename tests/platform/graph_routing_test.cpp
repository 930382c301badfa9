// SPDX-License-Identifier: Apache-2.0
// Routing schemes of networks given as a graph: routes are as short as they can be, the proof
// holds, and planted faults are found.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "platform/network/routing/graph_tables.h"
#include "platform/network/routing/up_down.h"
#include "tests/platform/graph_routes.h"

namespace tinsim {
namespace {

TEST(DimensionOrderRouting, RoutesAreMinimalAndTheProofHoldsForManySizes) {
  for (const auto& dims : std::initializer_list<std::initializer_list<unsigned>>{{2},
                                                                                 {3},
                                                                                 {4},
                                                                                 {5},
                                                                                 {9},
                                                                                 {21},
                                                                                 {2, 2},
                                                                                 {3, 3},
                                                                                 {4, 4},
                                                                                 {5, 4},
                                                                                 {8, 8},
                                                                                 {2, 7},
                                                                                 {3, 4, 5},
                                                                                 {4, 4, 4},
                                                                                 {2, 2, 2, 2},
                                                                                 {3, 4, 2, 5},
                                                                                 {4, 4, 4, 4}})
    for (unsigned links : {1u, 3u}) {
      const Network n{torus(dims, links)};
      const std::string what = fmt::format("{} dimensions of {}", dims.size(), *dims.begin());
      expect_minimal(n, what);
      const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
      EXPECT_TRUE(proof.holds()) << what << ": " << first_fault(proof);
      unsigned datelines = 0, longest = 0;
      for (unsigned radix : dims) {
        datelines += radix >= 4;
        longest += radix / 2;
      }
      EXPECT_EQ(plan_routes(n.config, n.topology).vcs.phases, datelines + 1);
      EXPECT_EQ(proof.longest_route_links, longest);
    }
}

// Even radix k: a ring of dimension d carries all its k links in phases 0 to d, and the k/2 - 1
// links after the dateline in phase d + 1.
TEST(DimensionOrderRouting, TheChannelsAreThoseOfTheClosedForm) {
  for (const auto& [k, n] : {std::pair{8u, 2u}, {4u, 3u}, {6u, 2u}, {10u, 1u}}) {
    PlatformConfig config = torus({});
    config.topology.dims.assign(n, k);
    const Network network{config};
    unsigned chips = 1, channels = 0;
    for (unsigned d = 0; d < n; ++d) chips *= k;
    for (unsigned d = 0; d < n; ++d) channels += 2 * chips / k * ((d + 1) * k + k / 2 - 1);
    EXPECT_EQ(prove_deadlock_free(network.topology, network.tables).channels, channels);
  }
}

TEST(DimensionOrderRouting, BothWaysRoundAreTakenWhereTheyAreAsShort) {
  const Network n{torus({8})};
  const Candidates& across = n.tables[0].minimal(63, 0, gnet_address(0, 4, 0));
  EXPECT_EQ(std::count(across.begin(), across.end(), 0), 4);
  EXPECT_EQ(std::count(across.begin(), across.end(), 1), 4);
}

TEST(DimensionOrderRouting, WithoutDatelinesTheRingIsNamed) {
  Network n{torus({6})};
  for (RouteTable& table : n.tables) table.phase_increment_ports = 0;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_EQ(proof.cycle.size(), 6u);
  for (unsigned chip = 0; chip < 6; ++chip) {
    const auto of_chip = [&](unsigned port) {
      return std::count(proof.cycle.begin(), proof.cycle.end(),
                        fmt::format("pod 0 tin {} port {} vc 0", chip, port));
    };
    EXPECT_EQ(of_chip(0) + of_chip(1), 1);
  }
  EXPECT_THROW(require_deadlock_free(proof), ConfigError);
}

TEST(DimensionOrderRouting, OneDatelineTooFewIsFound) {
  Network n{torus({4, 4})};
  for (unsigned row = 0; row < 4; ++row)  // the dateline of dimension 0 in one row, one way
    n.tables[4 * row].phase_increment_ports &= row == 2 ? ~uint64_t{2} : ~uint64_t{0};
  EXPECT_EQ(prove_deadlock_free(n.topology, n.tables).cycle.size(), 4u);
}

TEST(UpDownRouting, FatTreeRoutesAreMinimalInOnePhase) {
  for (const auto& [k, levels] :
       {std::pair{2u, 2u}, {4u, 2u}, {12u, 2u}, {2u, 4u}, {3u, 3u}, {4u, 3u}, {2u, 6u}}) {
    const Network n{fat_tree(k, levels)};
    expect_minimal(n, fmt::format("{} {}", k, levels));
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    EXPECT_TRUE(proof.holds()) << first_fault(proof);
    EXPECT_EQ(proof.longest_route_links, 2 * (levels - 1));
    EXPECT_EQ(n.tables[0].vc_phases, 1u);
  }
}

// Two levels: each up link waits for the links down to the other leaves.
TEST(UpDownRouting, FatTreeDependenciesAreThoseOfTheClosedForm) {
  const Network n{fat_tree(8, 2)};
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_EQ(proof.channels, 2u * 8 * 8);
  EXPECT_EQ(proof.dependencies, 8u * 8 * 7);
}

// More than eight links up: each row names eight, all rows together each link equally often.
TEST(UpDownRouting, AllLinksUpAreUsedEqually) {
  for (unsigned arity : {4u, 12u, 16u, 24u}) {
    const Network n{fat_tree(arity, 2)};
    std::vector<unsigned> named(arity);
    for (unsigned leaf = 1; leaf < arity; ++leaf)
      for (unsigned port : n.tables[0].minimal(
               63, 0, gnet_address(n.topology.chips[leaf].pod, n.topology.chips[leaf].tin, 0)))
        ++named[port];
    const auto [least, most] = std::minmax_element(named.begin(), named.end());
    EXPECT_GT(*least, 0u) << arity;
    EXPECT_LE(*most - *least, 8u) << arity;  // rows do not divide by turns
  }
}

TEST(UpDownRouting, TheRootIsTheCentre) {
  const GraphFile star("a,b\nleaf1,hub\nhub,leaf2\nleaf3,hub\nleaf3,far\n");
  const Topology t = make_topology(star.config());
  EXPECT_EQ(tree_ranks(t), (UpDownRanks{1, 0, 2, 3, 4}));  // leaf1, hub, leaf2, leaf3, far
}

TEST(HopVcRouting, FullMeshGoesDirectly) {
  for (const auto& [chips, lanes] : {std::pair{2u, 1u}, {12u, 2u}, {40u, 1u}, {9u, 7u}}) {
    const Network n{full_mesh(chips, lanes)};
    expect_minimal(n, "mesh");
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    EXPECT_TRUE(proof.holds()) << first_fault(proof);
    EXPECT_EQ(proof.channels, chips * (chips - 1) * lanes);
    EXPECT_EQ(proof.dependencies, 0u);
  }
}

TEST(HopVcRouting, ThePetersenGraphNeedsTwoVcsForLinksAndOneForDelivery) {
  PlatformConfig config = graph_kind("graph");
  config.topology.file = TINSIM_SOURCE_DIR "/configs/graphs/petersen.csv";
  const Network n{with_scheme(config, "hop_vc")};
  expect_minimal(n, "petersen");
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_TRUE(proof.holds()) << first_fault(proof);
  EXPECT_EQ(n.tables[0].vc_phases, 3u);
  EXPECT_EQ(proof.channels, 2u * 30);      // each directed link, first or second
  EXPECT_EQ(proof.dependencies, 30u * 2);  // then either of the two links on
  // Without increments the ring of five waits for itself.
  Network flat = n;
  for (RouteTable& table : flat.tables) table.phase_increment_ports = 0;
  EXPECT_GE(prove_deadlock_free(flat.topology, flat.tables).cycle.size(), 5u);
}

TEST(HopVcRouting, OnePhaseTooFewIsFoundAtTheDelivery) {
  Network n{with_scheme(torus({5}), "hop_vc")};
  for (RouteTable& table : n.tables) table.vc_phases = 2;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("delivery needs more than 2 VC phases"), std::string::npos)
      << proof.unreachable[0];
}

TEST(HopVcRouting, NamesEveryShortestPort) {
  const Network n{with_scheme(torus({4, 4}, 2), "hop_vc")};
  const Candidates& c = n.tables[0].minimal(63, 0, gnet_address(0, 10, 0));  // opposite corner
  EXPECT_EQ(std::set<unsigned>(c.begin(), c.end()), (std::set<unsigned>{0, 1, 2, 3, 4, 5, 6, 7}));
}

}  // namespace
}  // namespace tinsim
