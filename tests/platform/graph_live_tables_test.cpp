// SPDX-License-Identifier: Apache-2.0
// Tables of what failures leave of graphs: those of the whole network where nothing fails, shortest
// where the scheme has no limits, without dead links, and free of deadlock with the old ones.
#include "platform/network/routing/graph_live_tables.h"

#include <gtest/gtest.h>

#include <deque>

#include "platform/network/failure_plan.h"
#include "platform/network/routing/escape_hops.h"
#include "platform/network/routing/graph_tables.h"
#include "platform/network/routing/reachability.h"
#include "platform/network/routing/spread.h"
#include "tests/platform/graph_routes.h"

namespace tinsim {
namespace {

const std::string kPetersen =
    "a,b\n0,1\n1,2\n2,3\n3,4\n4,0\n0,5\n1,6\n2,7\n3,8\n4,9\n5,7\n7,9\n9,6\n6,8\n8,5\n";

/// A network in tables that failures can change.
struct Changing : Network {
  std::unique_ptr<NextHops> hops;

  explicit Changing(const PlatformConfig& c) : Network(c), hops(changing_hops(config, topology)) {
    tables = make_changing_graph_tables(config, topology);
    for (RouteTable& table : tables) table.initial_hop = 31;
  }
  LiveNetwork without(double percent, uint64_t seed) const {
    LiveNetwork live(topology);
    std::vector<LinkEnd> links;
    for (const LinkEnd& end : named_ends(topology, "all"))
      if (end < far_end(topology, end)) links.push_back(end);
    for (std::size_t place : draw_share(links.size(), percent, seed)) live.fail_link(links[place]);
    return live;
  }
  std::vector<RouteTable> tables_for(const LiveNetwork& live) const {
    return make_live_graph_tables(topology, *hops, tables, live);
  }
};

std::vector<PlatformConfig> some_networks() {
  static const GraphFile petersen(kPetersen);
  return {torus({4, 4}),
          torus({5, 3}),
          torus({3, 3, 2}),
          fat_tree(2, 3),
          fat_tree(4, 2),
          full_mesh(6, 2),
          with_scheme(torus({4, 4}), "hop_vc"),
          with_scheme(torus({4, 4}), "up_down"),
          with_scheme(full_mesh(5), "up_down"),
          petersen.config(),
          with_scheme(petersen.config(), "up_down")};
}

std::string name_of(const Network& n) {
  return std::string(word_of(n.config.topology.kind)) + ' ' +
         std::string(word_of(n.config.routing.scheme));
}

// Where nothing fails the routes are those that each scheme has by its own rule.
TEST(GraphLiveTables, ChangeNothingWhereNothingFails) {
  for (const PlatformConfig& config : some_networks()) {
    const Changing n(config);
    const Network plain(config);
    const auto chips = chips_with_hosts(n.topology);
    for (unsigned src : chips)
      for (unsigned dst : chips) {
        const ChipInfo& goal = n.topology.chips[dst];
        const uint16_t address = gnet_address(goal.pod, goal.tin, 0);
        EXPECT_EQ(n.tables[src].minimal(63, 0, address), plain.tables[src].minimal(63, 0, address));
      }
    const DeadlockProof changing = prove_deadlock_free(n.topology, n.tables);
    const DeadlockProof whole = prove_deadlock_free(n.topology, plain.tables);
    EXPECT_EQ(changing.channels, whole.channels) << name_of(n);
    EXPECT_EQ(changing.dependencies, whole.dependencies) << name_of(n);
    EXPECT_EQ(n.tables_for(LiveNetwork(n.topology))[0].routes, n.tables[0].routes) << "shared";
  }
}

/// Links on the shortest way over live links from one chip to all, by a search of its own.
std::vector<unsigned> live_distances(const Topology& t, const LiveNetwork& live, unsigned to) {
  std::vector<unsigned> links(t.chips.size(), kLost);
  std::deque<unsigned> queue = {to};
  links[to] = 0;
  while (!queue.empty()) {
    const unsigned chip = queue.front();
    queue.pop_front();
    for (unsigned port = 0; port < t.chips[chip].ports.size(); ++port) {
      if (!(live.links(chip) >> port & 1)) continue;
      const unsigned next = t.chips[chip].ports[port].peer_chip;
      if (links[next] != kLost) continue;
      links[next] = links[chip] + 1;
      queue.push_back(next);
    }
  }
  return links;
}

// With a VC per hop a pair has a route if its distance is not more than the VCs allow, and then a
// shortest one.
TEST(GraphLiveTables, AVcPerHopReachesAsFarAsTheDiameterByShortestWays) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Changing n(with_scheme(torus({4, 4}), "hop_vc"));
    const LiveNetwork live = n.without(20, seed);
    const unsigned longest = diameter(n.topology);
    n.tables = n.tables_for(live);
    for (unsigned dst = 0; dst < n.topology.chips.size(); ++dst) {
      const std::vector<unsigned> distance = live_distances(n.topology, live, dst);
      const ChipInfo& to = n.topology.chips[dst];
      for (unsigned src = 0; src < n.topology.chips.size(); ++src) {
        if (src == dst) continue;
        const Candidates& first = n.tables[src].minimal(63, 0, gnet_address(to.pod, to.tin, 0));
        EXPECT_EQ(first[0] != kNoRoute, distance[src] <= longest);
        if (first[0] == kNoRoute) continue;
        for (unsigned port : first)
          EXPECT_EQ(distance[n.topology.chips[src].ports[port].peer_chip] + 1, distance[src]);
      }
    }
  }
}

// A ring of five without one link: all pairs go the way that is left, of up to four links.
TEST(GraphLiveTables, ARingWithoutALinkIsALine) {
  Changing n(torus({5}));
  LiveNetwork live(n.topology);
  for (const LinkEnd& end : named_ends(n.topology, "all"))
    if (end.chip == 0 && far_end(n.topology, end).chip == 1) live.fail_link(end);
  const Reachability before = reachability(n.topology, n.tables, live, nullptr);
  n.tables = n.tables_for(live);
  const Reachability after = reachability(n.topology, n.tables, live, nullptr);
  // Of 20 pairs those over the link do not arrive: 0 -> 1, 2 and 4 -> 1, and backwards.
  EXPECT_EQ(before.by_tables, 20u - 6);
  EXPECT_EQ(after.by_tables, 20u);
  for_each_pair(n, [&](unsigned src, unsigned dst, Lengths lengths) {
    // On the line 1 2 3 4 0.
    const auto place = [](unsigned chip) { return (chip + 4) % 5; };
    const unsigned links =
        place(src) > place(dst) ? place(src) - place(dst) : place(dst) - place(src);
    EXPECT_EQ(lengths.least, links);
    EXPECT_EQ(lengths.most, links);
  });
}

TEST(GraphLiveTables, UnionsOfTablesAreFreeOfDeadlockAndReachAllThatIsJoined) {
  unsigned broken = 0, joined = 0, networks = 0;
  for (const PlatformConfig& config : some_networks())
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      const Changing n(config);
      const LiveNetwork some = n.without(10, seed), others = n.without(20, seed + 100);
      const auto first = n.tables_for(some), second = n.tables_for(others);
      const auto ranks = std::make_shared<const std::vector<unsigned>>(escape_ranks(n.topology));
      const EscapeRoutes by_some(n.topology, some, ranks), by_others(n.topology, others, ranks);
      const DeadlockProof proof =
          prove_deadlock_free(n.topology, {&n.tables, &first, &second}, {&by_some, &by_others});
      EXPECT_TRUE(proof.holds()) << name_of(n) << ' ' << seed << ' ' << first_fault(proof);
      EXPECT_LE(proof.longest_route_links,
                longest_path(n.topology, {&n.tables, &first, &second}, {&by_some, &by_others}));
      for (const auto& [live, tables, escape] :
           {std::tie(some, first, by_some), std::tie(others, second, by_others)}) {
        for (unsigned chip = 0; chip < tables.size(); ++chip)
          for (size_t place = 0; place < tables[chip].routes->places(); ++place)
            for (uint8_t port : tables[chip].routes->minimal(place))
              EXPECT_TRUE(port == kNoRoute || (live.links(chip) >> port & 1));
        const Reachability r = reachability(n.topology, tables, live, &escape);
        joined += *r.with_escape == r.connected;
        ++networks;
        broken += *r.by_tables < r.connected;
      }
    }
  EXPECT_GT(broken, networks / 10) << "some need escape routes";
  EXPECT_EQ(joined, networks);
}

// Rings of three have no dateline: cells that go the longer way round all wait for each other.
TEST(GraphLiveTables, TwoLinksInARingWithoutADatelineAreRefused) {
  Changing n(torus({3}));
  ASSERT_TRUE(prove_deadlock_free(n.topology, n.tables).holds());
  for (unsigned chip = 0; chip < 3; ++chip) {
    const unsigned next = (chip + 1) % 3, to = (chip + 2) % 3;
    RouteRows& rows = n.tables[chip].edit();
    const unsigned row = n.tables[chip].row(gnet_address(0, to, 0));
    for (unsigned port = 0; port < n.topology.chips[chip].ports.size(); ++port)
      if (is_link(n.topology.chips[chip].ports[port]) &&
          n.topology.chips[chip].ports[port].peer_chip == next)
        rows.set_minimal(rows.place(0, 0, row),
                         spread<Candidates>({static_cast<uint8_t>(port)}, 0));
  }
  // A cell from a link must not continue, so the entry of that input is empty: the shorter path is
  // added.
  for (unsigned chip = 0; chip < 3; ++chip) {
    const unsigned to = (chip + 1) % 3;
    RouteRows& rows = n.tables[chip].edit();
    const unsigned row = n.tables[chip].row(gnet_address(0, to, 0));
    for (unsigned cls = 1; cls < n.hops->classes(); ++cls)
      rows.set_minimal(rows.place(cls, 0, row), rows.minimal(rows.place(0, 0, row)));
  }
  EXPECT_EQ(prove_deadlock_free(n.topology, n.tables).cycle.size(), 3u);
}

}  // namespace
}  // namespace tinsim
