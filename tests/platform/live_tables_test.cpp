// SPDX-License-Identifier: Apache-2.0
// Tables of what failures leave: every entry is live and leads on, old and new ones cannot deadlock
// together, and a planted one that can is refused.
#include "platform/network/routing/live_tables.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "platform/network/failure_plan.h"
#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/reachability.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/routing/spread.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

const char* const kModes[] = {"minimal_deterministic", "minimal_adaptive", "deterministic",
                              "fully_adaptive",        "valiant",          "ugal_l"};

struct Broken : Network {
  LiveNetwork live;
  std::vector<RouteTable> live_tables;
  EscapeRoutes escape;

  Broken(const PlatformConfig& c, const char* selector, double percent, uint64_t seed)
      : Network(c),
        live(broken(topology, selector, percent, seed)),
        live_tables(make_live_tables(topology, tables, live)),
        escape(topology, live,
               std::make_shared<const std::vector<unsigned>>(escape_ranks(topology))) {}

  static LiveNetwork broken(const Topology& t, const char* selector, double percent,
                            uint64_t seed) {
    LiveNetwork live(t);
    std::vector<LinkEnd> links;
    for (const LinkEnd& end : named_ends(t, selector))
      if (end < far_end(t, end)) links.push_back(end);
    for (std::size_t place : draw_share(links.size(), percent, seed)) live.fail_link(links[place]);
    return live;
  }
};

PlatformConfig in_mode(PlatformConfig config, const char* mode) {
  config.routing.mode = Word{mode};
  return config;
}

TEST(LiveTables, AreThoseOfTheWholeNetworkWhereNothingFails) {
  const Network n(in_mode(dragonfly(5, 4, 2, 2), "fully_adaptive"));
  const auto tables = make_live_tables(n.topology, n.tables, LiveNetwork(n.topology));
  for (unsigned chip = 0; chip < tables.size(); ++chip)
    EXPECT_EQ(tables[chip].routes, n.tables[chip].routes) << "shared";
}

TEST(LiveTables, NameLiveLinksOnly) {
  for (const char* mode : kModes) {
    const Broken n(in_mode(dragonfly(5, 4, 2, 2), mode), "all", 20, 1);
    for (unsigned chip = 0; chip < n.live_tables.size(); ++chip) {
      uint64_t named = 0;
      const auto name = [&named](const auto& list) {
        for (uint8_t port : list) named |= port == kNoRoute ? 0 : uint64_t{1} << port;
      };
      const RouteRows& rows = *n.live_tables[chip].routes;
      for (size_t place = 0; place < rows.places(); ++place) {
        name(rows.minimal(place));
        if (rows.has_detours) name(*rows.detours(place));
      }
      EXPECT_EQ(named & ~n.live.links(chip), 0u) << mode << " chip " << chip;
    }
  }
}

/// The least number of links from one chip to another, two global ones at most, by a search of its
/// own over chips, global links crossed, and the last lane. 0 if there is no such way.
unsigned shortest(const Topology& t, const LiveNetwork& live, unsigned from, unsigned to) {
  struct At {
    unsigned chip, globals, links;
    int last;  // 4 * (difference is positive) and parity of the last lane in this pod; -1: none
  };
  // o- < e+ < o+ < e-
  const auto order = [](int a, int b) {
    const int difference = b - a;
    const bool odd = difference % 2 != 0, plus = difference > 0;
    return odd ? (plus ? 2 : 0) : (plus ? 1 : 3);
  };
  std::deque<At> queue = {{from, 0, 0, -1}};
  std::set<std::tuple<unsigned, unsigned, int>> seen;
  while (!queue.empty()) {
    const At at = queue.front();
    queue.pop_front();
    if (at.chip == to) return at.links;
    for (unsigned port = 0; port < t.chips[at.chip].ports.size(); ++port) {
      if (!(live.links(at.chip) >> port & 1)) continue;
      const PortInfo& link = t.chips[at.chip].ports[port];
      const bool global = link.kind == PortKind::kGlobal;
      const int lane = global ? -1 : order(t.chips[at.chip].tin, t.chips[link.peer_chip].tin);
      if (!global && lane < at.last) continue;
      const unsigned globals = at.globals + global;
      if (globals > 2 || !seen.emplace(link.peer_chip, globals, lane).second) continue;
      queue.push_back({link.peer_chip, globals, at.links + 1, lane});
    }
  }
  return 0;
}

// Two of a hundred pairs of pods lose both links; many chips have more ways over a third pod than
// an entry can name. All get through without escape routes.
TEST(LiveTables, TheCliqueNeedsNoEscapeWithoutTwentyPercentOfItsGlobalLinks) {
  const Broken n(in_mode(clique(), "minimal_deterministic"), "global", 20, 1);
  const Reachability before = reachability(n.topology, n.tables, n.live, nullptr);
  const Reachability after = reachability(n.topology, n.live_tables, n.live, nullptr);
  EXPECT_EQ(after.connected, 576u * 575);
  EXPECT_LT(*before.by_some_choice, after.connected);
  EXPECT_LE(*before.by_tables, *before.by_some_choice);
  EXPECT_EQ(after.by_tables, after.connected);
}

// Where the phases reach, tables alone do; by the mode that has no detours, in the fewest links to
// the pod. Counted by a search of its own.
TEST(LiveTables, ReachEveryPodThatThePhasesReach) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    const Broken n(in_mode(dragonfly(6, 4, 2, 1), "minimal_deterministic"), "global", 40, seed);
    for (unsigned from = 0; from < n.topology.chips.size(); ++from) {
      const unsigned terminal = n.topology.hosts[from * 2].first_port;
      for (unsigned to = 0; to < n.topology.chips.size(); ++to) {
        const ChipInfo& goal = n.topology.chips[to];
        if (goal.pod == n.topology.chips[from].pod) continue;
        const bool has_route = n.live_tables[from].minimal(
                                   terminal, 0, gnet_address(goal.pod, goal.tin, 0))[0] != kNoRoute;
        EXPECT_EQ(has_route, shortest(n.topology, n.live, from, to) != 0);
      }
    }
  }
}

TEST(LiveTables, AllConnectedPairsAreReached) {
  for (const char* mode : kModes)
    for (const char* selector : {"global", "all"})
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const Broken n(in_mode(dragonfly(6, 4, 2, 2), mode), selector, 20, seed);
        const Reachability r = reachability(n.topology, n.live_tables, n.live, &n.escape);
        EXPECT_EQ(r.pairs, 24u * 23);
        EXPECT_EQ(r.with_escape, r.connected) << mode << ' ' << selector << ' ' << seed;
        EXPECT_EQ(r.by_tables.has_value(), !has_via_pods(*from_word<RouteMode>(mode)));
      }
}

// A cell knows only the links of the chip where it is: a pair of pods with one of two links dead.
TEST(LiveTables, RestoreWhatChipsCannotKnowThemselves) {
  const Network n(in_mode(dragonfly(3, 2, 2, 1), "minimal_deterministic"));
  LiveNetwork live(n.topology);
  for (const LinkEnd& end : named_ends(n.topology, "pod0.tin0.*"))
    if (n.topology.chips[far_end(n.topology, end).chip].pod == 1) live.fail_link(end);
  const Reachability before = reachability(n.topology, n.tables, live, nullptr);
  const auto tables = make_live_tables(n.topology, n.tables, live);
  const Reachability after = reachability(n.topology, tables, live, nullptr);
  EXPECT_EQ(before.connected, 30u);
  // TiN 0 of pod 0 has no live link to pod 1, and its table names no other; the same backwards.
  EXPECT_LT(*before.by_tables, 30u);
  EXPECT_EQ(after.by_tables, 30u);
}

TEST(UnionProof, HoldsForOldAndNewTablesOfEveryMode) {
  for (const char* mode : kModes)
    for (const PlatformConfig& config :
         {dragonfly(6, 4, 2, 2), dragonfly(9, 4, 1, 1), dragonfly(4, 12, 8, 2)}) {
      const Broken some(in_mode(config, mode), "global", 20, 1);
      const Broken others(in_mode(config, mode), "all", 15, 2);
      const DeadlockProof proof =
          prove_deadlock_free(some.topology, {&some.tables, &some.live_tables, &others.live_tables},
                              {&some.escape, &others.escape});
      EXPECT_TRUE(proof.cycle.empty()) << mode << ' ' << proof.cycle[0];
      EXPECT_TRUE(proof.unreachable.empty()) << mode << ' ' << proof.unreachable[0];
    }
}

/// The proof of a pod with one lane to each TiN, of two tables at once. In the first all cells go
/// by the TiN one further, in the second by the one nearer; each turn is one of its own.
TEST(UnionProof, RefusesTablesThatDeadlockOnlyTogether) {
  Network n(in_mode(dragonfly(1, 3, 1, 1), "minimal_deterministic"));
  ASSERT_TRUE(prove_deadlock_free(n.topology, n.tables).holds());
  // Rings 0 -> 1 -> 2 -> 0 need all three turns. One table has two of them, the other the third.
  std::vector<RouteTable> one = n.tables, other = n.tables;
  const auto lane = [&](unsigned from, unsigned to) {
    for (unsigned port = 0; port < n.topology.chips[from].ports.size(); ++port)
      if (is_link(n.topology.chips[from].ports[port]) &&
          n.topology.chips[from].ports[port].peer_chip == to)
        return static_cast<uint8_t>(port);
    return kNoRoute;
  };
  // Cells from `from` for the TiN before it go by the TiN after it.
  const auto turn = [&](std::vector<RouteTable>& tables, unsigned from) {
    const unsigned via = (from + 1) % 3, to = (from + 2) % 3;
    RouteRows& at_source = tables[from].edit();
    at_source.set_minimal(at_source.place(kTerminalIn, 0, to),
                          spread<Candidates>({lane(from, via)}, 0));
    RouteRows& at_via = tables[via].edit();
    const unsigned cls =
        tables[via].port_class[n.topology.chips[from].ports[lane(from, via)].peer_port];
    at_via.set_minimal(at_via.place(cls, 0, to), spread<Candidates>({lane(via, to)}, 0));
  };
  turn(one, 0);
  turn(one, 1);
  turn(other, 2);
  const auto prove = [&](std::vector<const std::vector<RouteTable>*> tables) {
    return prove_deadlock_free(n.topology, tables, {});
  };
  EXPECT_TRUE(prove({&one}).cycle.empty());
  EXPECT_TRUE(prove({&other}).cycle.empty());
  const DeadlockProof together = prove({&one, &other});
  EXPECT_EQ(together.cycle.size(), 3u);
  EXPECT_THROW(require_deadlock_free(together), std::exception);
}

}  // namespace
}  // namespace tinsim
