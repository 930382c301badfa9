// SPDX-License-Identifier: Apache-2.0
// Dragonflies of random shape: balanced, symmetric, every chip reached minimally, free of deadlock.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>

#include "platform/network/routing/deadlock.h"
#include "platform/network/topology/wiring.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

PlatformConfig random_shape() {
  const auto pods = *rc::gen::inRange(1u, 13u);
  const auto tins = *rc::gen::inRange(1u, 17u);
  const auto copies = *rc::gen::inRange(1u, 25u);
  const auto lanes = *rc::gen::inRange(1u, 4u);
  PlatformConfig config = dragonfly(pods, tins, copies, lanes);
  config.tin.switch_.ports = 64;
  config.topology.hosts_per_tin = *rc::gen::inRange(1u, 4u);
  const PortLayout layout = port_layout(network_shape(config.topology), 64);
  RC_PRE(layout.terminal_ports >= config.topology.hosts_per_tin);
  return config;
}

template <class Counts>
bool within_one(const Counts& counts) {
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  return *most - *least <= 1;
}

TEST(RandomDragonfly, LinksAreBalancedOverTinsInAllAndTowardsEachPod) {
  EXPECT_TRUE(rc::check([] {
    const Topology t = make_topology(random_shape());
    for (unsigned pod = 0; pod < t.pods; ++pod) {
      std::vector<unsigned> all(t.tins_per_pod);
      std::vector<std::vector<unsigned>> to_pod(t.pods, all);
      for (unsigned tin = 0; tin < t.tins_per_pod; ++tin)
        for (const PortInfo& port : t.chips[pod * t.tins_per_pod + tin].ports)
          if (port.kind == PortKind::kGlobal) {
            ++all[tin];
            ++to_pod[t.chips[port.peer_chip].pod][tin];
          }
      RC_ASSERT(within_one(all));
      for (const auto& counts : to_pod) RC_ASSERT(within_one(counts));
    }
  }));
}

TEST(RandomDragonfly, LinksAreSymmetricAndJoinAllPairsAsConfigured) {
  EXPECT_TRUE(rc::check([] {
    const PlatformConfig config = random_shape();
    const Topology t = make_topology(config);
    RC_ASSERT(links_are_symmetric(t));
    std::map<std::pair<unsigned, unsigned>, unsigned> between_pods, between_tins;
    for (unsigned c = 0; c < t.chips.size(); ++c)
      for (const PortInfo& port : t.chips[c].ports) {
        if (port.kind == PortKind::kGlobal)
          ++between_pods[{t.chips[c].pod, t.chips[port.peer_chip].pod}];
        if (port.kind == PortKind::kLocal) ++between_tins[{c, port.peer_chip}];
      }
    RC_ASSERT(between_pods.size() == t.pods * (t.pods - 1));
    for (const auto& [pods, links] : between_pods)
      RC_ASSERT(pods.first != pods.second && links == config.topology.global_links_per_pair);
    RC_ASSERT(between_tins.size() == t.chips.size() * (t.tins_per_pod - 1));
    for (const auto& [chips, links] : between_tins)
      RC_ASSERT(t.chips[chips.first].pod == t.chips[chips.second].pod &&
                links == config.topology.local_links_per_pair);
  }));
}

TEST(RandomDragonfly, TablesAreFreeOfDeadlockAndAtMostThreeLinksLong) {
  EXPECT_TRUE(rc::check([] {
    const Network n{random_shape()};
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    RC_ASSERT(proof.unreachable.empty());
    RC_ASSERT(proof.cycle.empty());
    RC_ASSERT(proof.longest_route_links <= 3u);
  }));
}

TEST(RandomDragonfly, EveryModeIsFreeOfDeadlockAndAtMostEightLinksLong) {
  EXPECT_TRUE(rc::check([] {
    PlatformConfig config = random_shape();
    config.routing.mode = *rc::gen::element(RouteMode::deterministic, RouteMode::fully_adaptive,
                                            RouteMode::valiant, RouteMode::ugal_l);
    config.routing.local_detours =
        *rc::gen::element(LocalDetours::source_pod, LocalDetours::every_pod);
    config.routing.minimal_copies = *rc::gen::element(MinimalCopies::own, MinimalCopies::all);
    const Network n{config};
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    RC_ASSERT(proof.unreachable.empty());
    RC_ASSERT(proof.cycle.empty());
    RC_ASSERT(proof.longest_route_links <= 8u);
  }));
}

}  // namespace
}  // namespace tinsim
