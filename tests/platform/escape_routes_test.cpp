// SPDX-License-Identifier: Apache-2.0
// Escape routes: they reach whatever is connected, end, and cannot deadlock; planted ones that can
// are refused.
#include "platform/network/routing/escape_routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "platform/network/failure_plan.h"
#include "platform/network/routing/deadlock.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

using Ranks = std::vector<unsigned>;

std::shared_ptr<const Ranks> ranks_of(const Topology& t) {
  return std::make_shared<const Ranks>(escape_ranks(t));
}

/// Takes `percent` of the links of one kind.
LiveNetwork without(const Topology& t, const char* selector, double percent, uint64_t seed) {
  LiveNetwork live(t);
  std::vector<LinkEnd> links;
  for (const LinkEnd& end : named_ends(t, selector))
    if (end < far_end(t, end)) links.push_back(end);
  for (std::size_t place : draw_share(links.size(), percent, seed)) live.fail_link(links[place]);
  return live;
}

struct Walked {
  unsigned links = 0;
  unsigned parked = 0;
};

/// Follows a cell that came to a chip to another one by the lowest port offered. Fails the test
/// when a step is not over a live link, or leads back to VC 30 other than from memory.
Walked walk(const Topology& t, const EscapeRoutes& routes, unsigned from, unsigned to,
            unsigned in_port = 0, unsigned vc = 0) {
  unsigned chip = from;
  Walked walked;
  for (; chip != to; ++walked.links) {
    EscapeRoutes::Options options = routes.options(chip, in_port, vc, to);
    if (options.park) {
      ++walked.parked;
      EXPECT_EQ(options.ports[0] | options.ports[1], 0u);
      vc = 0;
      options = routes.options(chip, in_port, vc, to);
      EXPECT_FALSE(options.park);
    }
    const unsigned layer = options.ports[0] != 0 ? 0 : 1;
    if (options.none() || walked.links > 64) {
      ADD_FAILURE() << "stuck at chip " << chip << " towards " << to;
      return walked;
    }
    EXPECT_EQ(options.ports[layer] & ~routes.live().links(chip), 0u);
    EXPECT_TRUE(vc < kEscapeVc || kEscapeVc + layer >= vc);
    const PortInfo& link = t.chips[chip].ports[__builtin_ctzll(options.ports[layer])];
    chip = link.peer_chip;
    in_port = link.peer_port;
    vc = kEscapeVc + layer;
  }
  return walked;
}

TEST(EscapeRoutes, RanksAreThoseOfABreadthFirstSearch) {
  const Topology t = make_topology(dragonfly(4, 3, 2, 1));
  Ranks ranks = escape_ranks(t);
  EXPECT_EQ(ranks[0], 0u);
  for (unsigned chip = 1; chip < t.chips.size(); ++chip) {
    const auto& ports = t.chips[chip].ports;
    EXPECT_TRUE(std::any_of(
        ports.begin(), ports.end(),
        [&](const PortInfo& port) { return is_link(port) && ranks[port.peer_chip] < ranks[chip]; }))
        << "chip " << chip << " has no link up";
  }
  std::sort(ranks.begin(), ranks.end());
  for (unsigned i = 0; i < ranks.size(); ++i) EXPECT_EQ(ranks[i], i);
}

// Through the two chips between, in the whole network: up to chip 0, or down from it.
TEST(EscapeRoutes, AreShortestInAWholeNetwork) {
  const Topology t = make_topology(dragonfly(3, 1, 1, 1));  // a triangle of single chips
  const EscapeRoutes routes(t, LiveNetwork(t), ranks_of(t));
  for (unsigned from = 0; from < 3; ++from)
    for (unsigned to = 0; to < 3; ++to)
      EXPECT_EQ(routes.links(from, 0, 0, to), from != to ? 1u : 0u);
}

// A line 1 - 0 - 2 is left of the triangle.
TEST(EscapeRoutes, GoAroundADeadLink) {
  const Topology t = make_topology(dragonfly(3, 1, 1, 1));
  LiveNetwork live(t);
  for (const LinkEnd& end : named_ends(t, "pod1.*.*"))
    if (far_end(t, end).chip == 2) live.fail_link(end);
  const EscapeRoutes routes(t, live, ranks_of(t));
  EXPECT_EQ(routes.links(1, 0, 0, 2), 2u);
  EXPECT_EQ(walk(t, routes, 1, 2).links, 2u);
}

TEST(EscapeRoutes, ReachWhateverIsConnected) {
  for (const PlatformConfig& config :
       {dragonfly(4, 12, 32, 2), dragonfly(9, 4, 1, 1), dragonfly(6, 3, 2, 1)}) {
    const Topology t = make_topology(config);
    const auto ranks = ranks_of(t);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const EscapeRoutes routes(t, without(t, "global", 20, seed), ranks);
      const std::vector<unsigned> part = routes.live().parts();
      for (unsigned from = 0; from < t.chips.size(); ++from)
        for (unsigned to = 0; to < t.chips.size(); ++to) {
          const unsigned links = routes.links(from, 0, 0, to);
          EXPECT_EQ(links != EscapeRoutes::kUnreachable, part[from] == part[to]);
          if (from == to || part[from] != part[to]) continue;
          EXPECT_EQ(walk(t, routes, from, to).links, links);
        }
    }
  }
}

TEST(EscapeRoutes, ReachEveryChipOfTheCliqueWithout20PercentOfItsGlobalLinks) {
  const Topology t = make_topology(clique());
  const auto ranks = ranks_of(t);
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const EscapeRoutes routes(t, without(t, "global", 20, seed), ranks);
    unsigned longest = 0;
    for (unsigned from = 0; from < t.chips.size(); ++from)
      for (unsigned to = 0; to < t.chips.size(); to += 7)
        longest = std::max(longest, routes.links(from, 0, 0, to));
    EXPECT_LT(longest, 20u);  // unreachable would be more; with 11 links before, 31 hops suffice
  }
}

// Of a full mesh of five chips 0, 1 and 2 keep links to 3 and 4 alone. What came down to 3 from 1
// may go up to 0 on VC 31; if it came on 31, only from memory.
TEST(EscapeRoutes, ParkACellThatHasUsedUpItsWays) {
  const Topology t = make_topology(dragonfly(5, 1, 1, 1));
  LiveNetwork live(t);
  const std::vector<std::pair<unsigned, unsigned>> kept = {{0, 3}, {1, 3}, {1, 4}, {2, 3}, {2, 4}};
  for (const LinkEnd& end : named_ends(t, "all")) {
    const std::pair<unsigned, unsigned> link =
        std::minmax<unsigned>(end.chip, far_end(t, end).chip);
    if (std::find(kept.begin(), kept.end(), link) == kept.end()) live.fail_link(end);
  }
  const EscapeRoutes routes(t, live, ranks_of(t));
  for (const LinkEnd& end : named_ends(t, "pod3.*.*")) {
    if (far_end(t, end).chip != 1) continue;
    EXPECT_FALSE(routes.options(3, end.port, kEscapeVc, 0).park);
    EXPECT_TRUE(routes.options(3, end.port, kEscapeVc + 1, 0).park);
    EXPECT_EQ(routes.parked(3, end.port, kEscapeVc + 1, 0), 1u);
    EXPECT_EQ(walk(t, routes, 3, 0, end.port, kEscapeVc + 1).links, 1u);
  }
}

// A cell reaches its destination from any path of the previous tables.
TEST(EscapeRoutes, ReachWhateverIsConnectedFromEveryInputAndVc) {
  unsigned parked_new = 0, parked_on_the_way = 0;
  for (const PlatformConfig& config :
       {dragonfly(4, 6, 4, 1), dragonfly(6, 4, 1, 1), dragonfly(1, 12, 1, 1)}) {
    const Topology t = make_topology(config);
    const auto ranks = ranks_of(t);
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      const EscapeRoutes routes(t, without(t, "all", 50, seed), ranks);
      const std::vector<unsigned> part = routes.live().parts();
      for (const LinkEnd& end : named_ends(t, "all"))
        for (unsigned vc : {0u, kEscapeVc, kEscapeVc + 1})
          for (unsigned to = 0; to < t.chips.size(); ++to) {
            const unsigned links = routes.links(end.chip, end.port, vc, to);
            ASSERT_EQ(links != EscapeRoutes::kUnreachable, part[end.chip] == part[to]);
            if (end.chip == to || part[end.chip] != part[to]) continue;
            const Walked walked = walk(t, routes, end.chip, to, end.port, vc);
            ASSERT_EQ(walked.parked, routes.parked(end.chip, end.port, vc, to));
            (vc == 0 ? parked_new : parked_on_the_way) += walked.parked;
          }
    }
  }
  EXPECT_GT(parked_new, 0u);
  EXPECT_GT(parked_on_the_way, 0u);
}

TEST(EscapeRoutes, SayWhatIsDead) {
  const Topology t = make_topology(dragonfly(3, 2, 2, 1));
  LiveNetwork live(t);
  live.fail_chip(3);
  for (unsigned port = 0; port < 3; ++port) live.fail_link({3, static_cast<uint8_t>(port)});
  const EscapeRoutes routes(t, live, ranks_of(t));
  EXPECT_TRUE(routes.is_dead(gnet_address(1, 1, 5)));
  EXPECT_FALSE(routes.is_dead(gnet_address(1, 0, 5)));
  EXPECT_TRUE(routes.is_dead(gnet_address(3, 0, 0)));  // the address of no chip
  EXPECT_TRUE(routes.options(0, 0, 0, 3).none());
}

DeadlockProof prove(const Network& n, const std::vector<const EscapeRoutes*>& escapes) {
  return prove_deadlock_free(n.topology, {&n.tables}, escapes);
}

TEST(EscapeProof, HoldsForAnyLinksThatAreLive) {
  const Network n(dragonfly(9, 4, 1, 1));
  const auto ranks = ranks_of(n.topology);
  std::vector<EscapeRoutes> routes;
  routes.reserve(8);
  std::vector<const EscapeRoutes*> all;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    routes.emplace_back(n.topology, without(n.topology, "all", 10.0 * seed / 2, seed), ranks);
    all.push_back(&routes.back());
  }
  const DeadlockProof proof = prove(n, all);
  EXPECT_TRUE(proof.holds()) << (proof.cycle.empty() ? "" : proof.cycle[0]);
}

// Planted: each network's routes alone are fine, but what is up in one is down in the other.
TEST(EscapeProof, RefusesRoutesThatDoNotAgreeOnWhatIsUp) {
  const Network n(dragonfly(9, 4, 1, 1));
  const LiveNetwork live(n.topology);
  Ranks turned = escape_ranks(n.topology);
  for (unsigned& rank : turned) rank = static_cast<unsigned>(turned.size()) - 1 - rank;
  const EscapeRoutes one(n.topology, live, ranks_of(n.topology));
  const EscapeRoutes other(n.topology, live, std::make_shared<const Ranks>(turned));
  EXPECT_TRUE(prove(n, {&one}).holds());
  EXPECT_TRUE(prove(n, {&other}).holds());
  const DeadlockProof both = prove(n, {&one, &other});
  EXPECT_GE(both.cycle.size(), 2u);
  EXPECT_THROW(require_deadlock_free(both), std::exception);
  for (const std::string& channel : both.cycle)
    EXPECT_NE(channel.find(" vc 3"), std::string::npos) << channel;  // 30 or 31
}

}  // namespace
}  // namespace tinsim
