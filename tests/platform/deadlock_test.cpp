// SPDX-License-Identifier: Apache-2.0
// Deadlock proof: closed-form channel counts, and planted tables that must be rejected by name.
#include "platform/network/routing/deadlock.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "rtl_models/parts/parity_sign.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

constexpr Candidates kNone = {kNoRoute, kNoRoute, kNoRoute, kNoRoute,
                              kNoRoute, kNoRoute, kNoRoute, kNoRoute};

unsigned row_of_tin(unsigned tin) { return tin; }

/// Lets every local arrival for another TiN of the pod take any detour that `allowed` permits.
template <class Allowed>
void add_local_detours(Network& n, const Allowed& allowed) {
  const unsigned tins = n.topology.tins_per_pod;
  for (RouteTable& table : n.tables) {
    const unsigned here = (table.self & 15u);
    for (unsigned to = 0; to < tins; ++to) {
      if (to == here) continue;
      const unsigned direct = to < here ? to : to - 1;  // one lane per pair
      Candidates start, onward;
      onward.fill(direct);
      start.fill(direct);
      unsigned filled = 1;
      for (unsigned via = 0; via < tins && filled < 8; ++via)
        if (via != here && via != to && allowed(here, via, to))
          start[filled++] = via < here ? via : via - 1;
      RouteRows& rows = table.edit();
      rows.set_minimal(kTerminalIn, row_of_tin(to), start);
      for (unsigned in = kLocalOddMinus; in < kPortClasses; ++in)
        rows.set_minimal(in, row_of_tin(to), onward);
    }
  }
}

TEST(DeadlockProof, HoldsForTheCliqueWithTheChannelsThatMinimalRoutesUse) {
  const Network n{clique()};
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(proof.longest_route_links, 3u);
  // Directed local lanes in phase 0 and in phase 1, directed global links in phase 0.
  EXPECT_EQ(proof.channels, 2u * 48 * 264 + 4512);
  // Local to global: over each of the 22 lanes into a TiN come cells for those of its links whose
  // other copy the sender does not hold (94 links, 47 pairs of copies). Global to local: 22 lanes.
  EXPECT_EQ(proof.dependencies, 48u * (22 * 94 - 2 * 2 * 47) + 4512u * 22);
}

TEST(DeadlockProof, HoldsForTheSmallKindsAndCanonicalDragonfly) {
  for (const PlatformConfig& config :
       {of_kind("single", 2), of_kind("pair", 2, 4), canonical(), PlatformConfig{},
        dragonfly(1, 12, 1, 2), dragonfly(7, 1, 3, 1), dragonfly(2, 12, 1, 2)}) {
    const Network n{config};
    EXPECT_TRUE(prove_deadlock_free(n.topology, n.tables).holds()) << word_of(config.topology.kind);
  }
}

TEST(DeadlockProof, HoldsForLocalDetoursUnderTheParitySignRule) {
  Network n{dragonfly(1, 12, 1, 1)};
  add_local_detours(n, local_detour_allowed);
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(proof.longest_route_links, 2u);
}

TEST(DeadlockProof, RejectsLocalDetoursWithoutTheRule) {
  Network n{dragonfly(1, 12, 1, 1)};
  add_local_detours(n, [](unsigned, unsigned, unsigned) { return true; });
  EXPECT_GE(prove_deadlock_free(n.topology, n.tables).cycle.size(), 3u);
}

// Three TiNs that pass everything to their right neighbour: each lane waits for the next.
TEST(DeadlockProof, NamesTheCycleOfARing) {
  Network n{dragonfly(1, 3, 1, 1)};
  for (RouteTable& table : n.tables) {
    const unsigned here = table.self & 15u, right = (here + 1) % 3;
    Candidates ring;
    ring.fill(right < here ? right : right - 1);
    RouteRows& rows = table.edit();
    for (unsigned in = 0; in < kPortClasses; ++in)
      for (unsigned to = 0; to < 3; ++to)
        if (to != here) rows.set_minimal(in, to, ring);
  }
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_FALSE(proof.holds());
  // TiN 0 reaches TiN 1 by port 0, TiN 1 reaches TiN 2 by port 1, TiN 2 reaches TiN 0 by port 0.
  ASSERT_EQ(proof.cycle.size(), 3u);
  for (const char* channel :
       {"pod 0 tin 0 port 0 vc 0", "pod 0 tin 1 port 1 vc 0", "pod 0 tin 2 port 0 vc 0"})
    EXPECT_EQ(std::count(proof.cycle.begin(), proof.cycle.end(), channel), 1) << channel;
  try {
    require_deadlock_free(proof);
    FAIL() << "accepted a cycle";
  } catch (const ConfigError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("can deadlock: pod 0 tin"), std::string::npos) << text;
    EXPECT_NE(text.find("tin 0 port 0 vc 0 -> pod 0 tin 1 port 1 vc 0"), std::string::npos) << text;
    EXPECT_EQ(text.substr(text.rfind("pod")), proof.cycle.front());
  }
}

/// Pods of one TiN that send each cell to the next pod, around the ring of pods to its target.
Network ring_of_pods(unsigned pods) {
  Network n{dragonfly(pods, 1, 1, 1)};
  for (RouteTable& table : n.tables) {
    Candidates next;
    next.fill(0);  // global port of rank 0: offset 1
    RouteRows& rows = table.edit();
    for (unsigned in : {kTerminalIn, kGlobalIn})
      for (unsigned pod = 0; pod < pods; ++pod)
        if (pod != table.self >> 4) rows.set_minimal(in, table.row(gnet_address(pod, 0, 0)), next);
  }
  return n;
}

TEST(DeadlockProof, GlobalToGlobalTurnsAreSafeWithThePhaseIncrement) {
  const Network n = ring_of_pods(3);  // two links in phases 0 and 1, delivery in phase 2
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(proof.longest_route_links, 2u);
}

TEST(DeadlockProof, NamesTheCycleOfGlobalTurnsWithoutThePhaseIncrement) {
  Network n = ring_of_pods(4);
  for (RouteTable& table : n.tables) table.phase_increment_ports = 0;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_EQ(proof.cycle.size(), 4u);
  EXPECT_EQ(proof.cycle.front().substr(proof.cycle.front().find("tin")), "tin 0 port 0 vc 0");
  EXPECT_THROW(require_deadlock_free(proof), ConfigError);
}

TEST(DeadlockProof, RejectsADeliveryThatNeedsAFourthPhase) {
  const Network n = ring_of_pods(4);
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("delivery needs more than 3 VC phases"), std::string::npos);
}

TEST(DeadlockProof, RejectsARouteThatNeedsAFourthPhase) {
  const Network n = ring_of_pods(5);
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  const auto names_a_route = [](const std::string& text) {
    return text.find(": needs more than 3 VC phases") != std::string::npos;
  };
  EXPECT_TRUE(std::any_of(proof.unreachable.begin(), proof.unreachable.end(), names_a_route));
}

TEST(DeadlockProof, NamesTheStateThatHasNoRoute) {
  Network n{canonical()};
  n.tables[5].edit().set_minimal(kGlobalIn, row_of_tin(2), kNone);  // pod 1, TiN 1
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("pod 1 tin 1 port"), std::string::npos);
  EXPECT_NE(proof.unreachable[0].find("towards pod 1 tin 2: no route"), std::string::npos);
  EXPECT_THROW(require_deadlock_free(proof), ConfigError);
}

TEST(DeadlockProof, RejectsACandidateThatIsNoLinkAndAnEndpointThatIsNotDelivered) {
  Network n{canonical()};
  RouteRows& rows = n.tables[0].edit();
  const size_t place = rows.place(kTerminalIn, 0, row_of_tin(1));
  Candidates changed = rows.minimal(place);
  changed[3] = 20;
  rows.set_minimal(place, changed);
  n.tables[1].terminal_port[1] = kNoRoute;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_EQ(proof.unreachable.size(), 2u);
  EXPECT_EQ(proof.unreachable[0], "pod 0 tin 1: endpoint 1 is not delivered to its port 6");
  EXPECT_NE(proof.unreachable[1].find("port 20 leads nowhere"), std::string::npos);
}

/// A one-way chain of TiNs: no cycle, and `tins` - 1 links from the first to the last.
DeadlockProof proof_of_chain(unsigned tins) {
  Network n{dragonfly(1, tins, 1, 1)};
  for (RouteTable& table : n.tables) {
    const unsigned here = table.self & 15u;
    Candidates right;
    right.fill(here);  // port of the lane to here + 1
    RouteRows& rows = table.edit();
    for (unsigned in = 0; in < kPortClasses; ++in)
      for (unsigned to = here + 1; to < tins; ++to) rows.set_minimal(in, to, right);
  }
  return prove_deadlock_free(n.topology, n.tables);
}

// Twelve hops are enough for twelve chips.
TEST(DeadlockProof, RejectsARouteLongerThanTheHopCount) {
  const DeadlockProof longest = proof_of_chain(12);
  EXPECT_EQ(longest.longest_route_links, 11u);
  EXPECT_TRUE(longest.holds());
  const DeadlockProof too_long = proof_of_chain(13);
  EXPECT_TRUE(too_long.cycle.empty());
  EXPECT_EQ(too_long.longest_route_links, 12u);
  EXPECT_FALSE(too_long.holds());
  EXPECT_THROW(require_deadlock_free(too_long), ConfigError);
}

}  // namespace
}  // namespace tinsim
