// SPDX-License-Identifier: Apache-2.0
// Route tables: minimal candidates, their balance, and entries that must not exist.
#include "tlm/tin/routing/route_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "platform/network/topology/topology.h"
#include "rtl_models/parts/parity_sign.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

constexpr Candidates kNone = {kNoRoute, kNoRoute, kNoRoute, kNoRoute,
                              kNoRoute, kNoRoute, kNoRoute, kNoRoute};

const Network& full_clique() {
  static const Network network(clique());
  return network;
}

std::map<unsigned, unsigned> multiplicity(const Candidates& candidates) {
  std::map<unsigned, unsigned> times;
  for (unsigned port : candidates) ++times[port];
  return times;
}

/// Counts of the most and least often named among `ports`.
std::pair<unsigned, unsigned> extremes(const std::map<unsigned, unsigned>& times) {
  unsigned least = ~0u, most = 0;
  for (const auto& entry : times) {
    least = std::min(least, entry.second);
    most = std::max(most, entry.second);
  }
  return {least, most};
}

const Candidates& terminal_route(const Network& n, unsigned chip, unsigned pod, unsigned tin) {
  return n.tables[chip].minimal(49, 0, gnet_address(pod, tin, 0));
}

TEST(RouteTable, OwnerOfAGlobalLinkUsesItsOwnCopyOnly) {
  const Network& n = full_clique();
  for (unsigned tin = 0; tin < 12; ++tin)
    for (unsigned port = 24; port < 32; ++port) {
      const PortInfo& info = n.topology.chips[tin].ports[port];
      if (info.kind != PortKind::kGlobal) continue;
      Candidates own;
      own.fill(port);
      EXPECT_EQ(terminal_route(n, tin, n.topology.chips[info.peer_chip].pod, 3), own);
    }
}

TEST(RouteTable, WithAllCopiesEveryTinNamesEachLinkOfThePodEquallyOften) {
  PlatformConfig config = clique();
  config.routing.minimal_copies = MinimalCopies::all;
  const Network n(config);
  for (unsigned tin = 0; tin < 12; ++tin)
    for (unsigned pod = 1; pod < 48; ++pod) {
      std::map<unsigned, unsigned> by_owner;
      for (unsigned port : terminal_route(n, tin, pod, 3)) {
        const PortInfo& info = n.topology.chips[tin].ports[port];
        const bool own = info.kind == PortKind::kGlobal;
        ++by_owner[own ? tin : n.topology.chips[info.peer_chip].tin];
      }
      // The two copies sit on different TiNs (docs/reference/topology.md), and eight entries name
      // them four times each.
      ASSERT_EQ(by_owner.size(), 2u);
      EXPECT_EQ(extremes(by_owner), (std::pair{4u, 4u}));
    }
}

TEST(RouteTable, OthersUseBothLanesToBothOwnersTwiceEach) {
  const Network& n = full_clique();
  for (unsigned tin = 0; tin < 12; ++tin)
    for (unsigned pod = 1; pod < 48; ++pod) {
      const auto times = multiplicity(terminal_route(n, tin, pod, 0));
      if (times.size() == 1) continue;  // owner
      ASSERT_EQ(times.size(), 4u);
      std::set<unsigned> owners;
      for (const auto& [port, count] : times) {
        EXPECT_EQ(count, 2u);
        owners.insert(n.topology.chips[tin].ports[port].peer_chip);
      }
      EXPECT_EQ(owners.size(), 2u);
    }
}

TEST(RouteTable, GlobalArrivalGoesToTheTargetTinAndNowhereElse) {
  const Network& n = full_clique();
  const RouteTable& table = n.tables[4];
  for (unsigned to = 0; to < 12; ++to) {
    const Candidates& candidates = table.minimal(24, 1, gnet_address(0, to, 0));
    if (to == 4) {
      EXPECT_EQ(candidates, kNone);
      continue;
    }
    const auto times = multiplicity(candidates);
    EXPECT_EQ(times.size(), 2u);
    for (const auto& [port, count] : times) {
      EXPECT_EQ(n.topology.chips[4].ports[port].peer_chip, to);
      EXPECT_EQ(count, 4u);
    }
  }
  for (unsigned pod = 0; pod < 48; ++pod)
    EXPECT_EQ(table.minimal(24, 1, gnet_address(pod, pod == 0 ? 4 : 0, 0)), kNone);
}

TEST(RouteTable, LocalArrivalLeavesByAnOwnGlobalLinkOrNotAtAll) {
  const Network& n = full_clique();
  for (unsigned chip = 0; chip < 12; ++chip)
    for (unsigned in = 0; in < 22; ++in) {
      for (unsigned tin = 0; tin < 12; ++tin)
        EXPECT_EQ(n.tables[chip].minimal(in, 0, gnet_address(0, tin, 0)), kNone);
      for (unsigned pod = 1; pod < 48; ++pod) {
        const unsigned port = n.tables[chip].minimal(in, 0, gnet_address(pod, 0, 0))[0];
        if (port == kNoRoute) continue;
        EXPECT_EQ(n.topology.chips[n.topology.chips[chip].ports[port].peer_chip].pod, pod);
      }
    }
}

TEST(RouteTable, PortClassIsTheTypeOfTheHopThatArrived) {
  const Network& n = full_clique();
  const RouteTable& table = n.tables[5];
  for (unsigned port = 0; port < 22; ++port) {
    const int from = n.topology.chips[5].ports[port].peer_chip, difference = 5 - from;
    const unsigned expected = difference % 2 != 0
                                  ? (difference > 0 ? kLocalOddPlus : kLocalOddMinus)
                              : difference > 0 ? kLocalEvenPlus
                                               : kLocalEvenMinus;
    EXPECT_EQ(table.port_class[port], expected) << from;
  }
  EXPECT_EQ(table.port_class[24], kGlobalIn);
  EXPECT_EQ(table.port_class[32], kTerminalIn);
}

TEST(RouteTable, ExactlyTheGlobalInputsMoveCellsToTheNextPhase) {
  EXPECT_EQ(full_clique().tables[4].phase_increment_ports, 0xff000000u);
  EXPECT_EQ(full_clique().tables[5].phase_increment_ports, 0x7f000000u);
}

TEST(RouteTable, EndpointsLeadToTheirTerminalPorts) {
  const RouteTable& table = full_clique().tables[100];
  for (unsigned endpoint = 0; endpoint < 64; ++endpoint)
    EXPECT_EQ(table.terminal_port[endpoint], endpoint < 18 ? 32 + endpoint : kNoTerminal);
  EXPECT_EQ(table.self, gnet_address(8, 4, 0) >> 6);
}

TEST(RouteTable, AddressesThatNothingHasAreNotRouted) {
  const Network n{canonical()};
  EXPECT_EQ(n.tables[0].minimal(6, 0, gnet_address(0, 9, 0)), kNone);   // 4 TiNs per pod
  EXPECT_EQ(n.tables[0].minimal(6, 0, gnet_address(20, 0, 0)), kNone);  // 9 pods
}

TEST(RouteTable, SingleChipRoutesNothingOverLinks) {
  const Network n{of_kind("single", 2)};
  ASSERT_EQ(n.tables.size(), 1u);
  const RouteRows& rows = *n.tables[0].routes;
  for (size_t place = 0; place < rows.places(); ++place) EXPECT_EQ(rows.minimal(place), kNone);
}

TEST(RouteTable, PairUsesAllThreeLinksAsEvenlyAsEightEntriesCan) {
  const Network n{of_kind("pair", 1, 3)};
  const auto [least, most] =
      extremes(multiplicity(n.tables[0].minimal(10, 0, gnet_address(0, 1, 0))));
  EXPECT_EQ(least, 2u);
  EXPECT_EQ(most, 3u);
}

// Twelve TiNs, eight links per pair of pods: four TiNs without one choose among 8 owners x 2 lanes.
TEST(RouteTable, EntriesOfManyChipsTogetherAreEvenOverOwners) {
  PlatformConfig config = dragonfly(3, 12, 8, 2);
  const Network n{config};
  std::map<unsigned, unsigned> into_owner;
  for (unsigned tin = 0; tin < 12; ++tin) {
    const auto times = multiplicity(terminal_route(n, tin, 1, 0));
    if (n.topology.chips[tin].ports[times.begin()->first].kind == PortKind::kGlobal) continue;
    EXPECT_EQ(times.size(), 8u) << "TiN " << tin << " uses each owner once";
    for (const auto& [port, count] : times)
      into_owner[n.topology.chips[tin].ports[port].peer_chip] += count;
  }
  EXPECT_EQ(into_owner.size(), 8u);
  EXPECT_EQ(extremes(into_owner), (std::pair{4u, 4u}));
}

// Eight entries cannot hold three owners x 2 lanes evenly; the nine chips without a link, together
// 72 entries, can hold them to within one.
TEST(RouteTable, UnevenEntriesEvenOutOverTheChipsOfAPod) {
  const Network n{dragonfly(8, 12, 3, 2)};
  for (unsigned pod = 1; pod < 8; ++pod) {
    std::map<unsigned, unsigned> into_owner;
    for (unsigned tin = 0; tin < 12; ++tin)
      for (unsigned port : terminal_route(n, tin, pod, 0))
        if (n.topology.chips[tin].ports[port].kind == PortKind::kLocal)
          ++into_owner[n.topology.chips[tin].ports[port].peer_chip];
    const auto [least, most] = extremes(into_owner);
    EXPECT_EQ(into_owner.size(), 3u);
    EXPECT_LE(most - least, 1u) << pod;
  }
}

TEST(RouteTable, MinimalModesShareTheirTables) {
  PlatformConfig config = canonical();
  const Network adaptive(config);
  config.routing.mode = RouteMode::minimal_deterministic;
  const Network deterministic(config);
  for (unsigned chip = 0; chip < adaptive.tables.size(); ++chip)
    EXPECT_TRUE(*adaptive.tables[chip].routes == *deterministic.tables[chip].routes);
}

// Random changes, alongside a plain list of what each place was given last.
TEST(RouteRows, KeepsEachEntryOnceAndEachPlaceItsOwn) {
  RouteRows rows(7, true);
  std::vector<RouteEntry> expected(rows.places(), rows.at(0));
  std::mt19937 random(1);
  for (unsigned i = 0; i < 5000; ++i) {
    const size_t place = random() % rows.places();
    RouteEntry entry = rows.entries.front();
    entry.minimal[random() % 2] = static_cast<uint8_t>(random() % 3);
    entry.detours[23] = static_cast<uint8_t>(random() % 2);
    rows.set(place, entry);
    expected[place] = entry;
  }
  for (size_t place = 0; place < rows.places(); ++place)
    EXPECT_TRUE(rows.at(place) == expected[place]);
  for (size_t i = 0; i < rows.entries.size(); ++i)
    for (size_t j = 0; j < i; ++j) EXPECT_FALSE(rows.entries[i] == rows.entries[j]);
  RouteRows other = rows;
  EXPECT_TRUE(other == rows);
  other.set_minimal(5, {9, 9, 9, 9, 9, 9, 9, 9});
  EXPECT_FALSE(other == rows);
  EXPECT_EQ(*other.detours(5), *rows.detours(5));
}

}  // namespace
}  // namespace tinsim
