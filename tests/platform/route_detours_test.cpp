// SPDX-License-Identifier: Apache-2.0
// Candidates of the modes that leave minimal routes, against the rules of
// docs/explanation/routing.md written out again.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "platform/network/topology/topology.h"
#include "tests/platform/networks.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {
namespace {

constexpr unsigned kTins = 12, kPods = 48, kTerminal = 49;

Network make(const char* mode, const char* detours = "source_pod") {
  PlatformConfig config = clique();
  config.routing.mode = Word{mode};
  config.routing.local_detours = Word{detours};
  return Network(config);
}
const Network& adaptive() {
  static const Network network = make("fully_adaptive");
  return network;
}
const Network& every_pod() {
  static const Network network = make("fully_adaptive", "every_pod");
  return network;
}

/// docs/explanation/routing.md, rows and columns o-, e+, o+, e-.
constexpr bool kMayFollow[4][4] = {{true, true, true, true},
                                   {false, true, true, true},
                                   {false, false, true, true},
                                   {false, false, false, true}};
unsigned type_of(int from, int to) {
  const bool odd = (to - from) % 2 != 0;
  return odd ? (to < from ? 0 : 2) : (to < from ? 3 : 1);
}
bool may_go(unsigned from, unsigned via, unsigned to) {
  return kMayFollow[type_of(from, via)][type_of(via, to)];
}

const PortInfo& link(const Network& n, unsigned chip, unsigned port) {
  return n.topology.chips[chip].ports[port];
}
unsigned tin_behind(const Network& n, unsigned chip, unsigned port) {
  return n.topology.chips[link(n, chip, port).peer_chip].tin;
}
unsigned pod_behind(const Network& n, unsigned chip, unsigned port) {
  return n.topology.chips[link(n, chip, port).peer_chip].pod;
}
bool is_global(const Network& n, unsigned chip, unsigned port) {
  return link(n, chip, port).kind == PortKind::kGlobal;
}
std::set<unsigned> owners_of(const Network& n, unsigned pod, unsigned target) {
  std::set<unsigned> owners;
  for (unsigned tin = 0; tin < kTins; ++tin)
    for (unsigned port = 0; port < n.topology.ports_per_chip; ++port)
      if (is_global(n, pod * kTins + tin, port) && pod_behind(n, pod * kTins + tin, port) == target)
        owners.insert(tin);
  return owners;
}
template <class List>
std::map<unsigned, unsigned> times_named(const List& list) {
  std::map<unsigned, unsigned> times;
  for (unsigned port : list) ++times[port];
  return times;
}

TEST(Detours, AtTheSourceAreOwnGlobalsToOtherPodsAndSixteenLanesToTinsThatLeadOn) {
  const Network& n = adaptive();
  for (unsigned pod : {0u, 17u})
    for (unsigned tin = 0; tin < kTins; ++tin)
      for (unsigned target = 0; target < kPods; ++target) {
        if (target == pod) continue;
        const unsigned chip = pod * kTins + tin;
        const auto owners = owners_of(n, pod, target);
        const Detours& list = *n.tables[chip].detours(kTerminal, 0, gnet_address(target, 3, 0));
        std::set<unsigned> globals, lanes;
        for (unsigned i = 0; i < 24; ++i) {
          ASSERT_NE(list[i], kNoRoute);
          ASSERT_EQ(is_global(n, chip, list[i]), i < 8);
          (i < 8 ? globals : lanes).insert(list[i]);
          if (i < 8) {
            EXPECT_NE(pod_behind(n, chip, list[i]), target);
          } else if (owners.count(tin) == 0) {
            EXPECT_EQ(owners.count(tin_behind(n, chip, list[i])), 0u) << "is on a minimal route";
          }
        }
        const unsigned own = tin == 5 || tin == 11 ? 7 : 8;
        EXPECT_EQ(globals.size(), own - owners.count(tin));
        EXPECT_EQ(lanes.size(), 16u);
      }
}

TEST(Detours, InsideThePodAreTheTwoHopRoutesOfTheParitySignTable) {
  const Network& n = adaptive();
  for (unsigned from = 0; from < kTins; ++from)
    for (unsigned to = 0; to < kTins; ++to) {
      if (from == to) continue;
      std::set<unsigned> expected, named;
      for (unsigned via = 0; via < kTins; ++via)
        if (via != from && via != to && may_go(from, via, to)) expected.insert(via);
      const Detours& list = *n.tables[from].detours(kTerminal, 0, gnet_address(0, to, 0));
      for (unsigned port : list) named.insert(tin_behind(n, from, port));
      EXPECT_EQ(named, expected) << from << " -> " << to;
      EXPECT_GE(expected.size(), 5u);
      for (const auto& [port, times] : times_named(list)) EXPECT_LE(times, 3u) << port;
      // The second hop: the lanes to the target, and no detour again.
      for (unsigned via : expected)
        for (unsigned port = 0; port < 22; ++port) {
          if (tin_behind(n, via, port) != from) continue;
          for (unsigned out : n.tables[via].minimal(port, 0, gnet_address(0, to, 0)))
            EXPECT_EQ(tin_behind(n, via, out), to);
          EXPECT_EQ((*n.tables[via].detours(port, 0, gnet_address(0, to, 0)))[0], kNoRoute);
        }
    }
}

// Progressive re-evaluation: behind a lane in the source pod a cell may still leave its minimal
// route, by any own global link; or go to a TiN that holds one where the turn is allowed.
TEST(Detours, BehindALaneInTheSourcePodAreTheOtherOwnGlobals) {
  const Network& n = adaptive();
  for (unsigned tin = 0; tin < kTins; ++tin)
    for (unsigned in = 0; in < 22; ++in)
      for (unsigned target = 1; target < kPods; ++target) {
        const uint16_t dst = gnet_address(target, 0, 0);
        const auto owners = owners_of(n, 0, target);
        for (unsigned port : *n.tables[tin].detours(in, 0, dst)) {
          EXPECT_TRUE(is_global(n, tin, port));
          EXPECT_NE(pod_behind(n, tin, port), target);
        }
        EXPECT_EQ((*n.tables[tin].detours(in, 1, dst))[0], kNoRoute) << "behind a global link";
        std::set<unsigned> expected, named;
        const unsigned from = tin_behind(n, tin, in);
        for (unsigned owner : owners)
          if (owners.count(tin) == 0 && kMayFollow[type_of(from, tin)][type_of(tin, owner)])
            expected.insert(owner);
        for (unsigned port : n.tables[tin].minimal(in, 0, dst)) {
          if (port == kNoRoute) continue;
          if (owners.count(tin) != 0) {
            EXPECT_EQ(pod_behind(n, tin, port), target);
          } else {
            named.insert(tin_behind(n, tin, port));
          }
        }
        EXPECT_EQ(named, expected);
      }
}

TEST(Detours, NoInputMayGoBackToWhereItComesFrom) {
  const Network& n = adaptive();
  for (unsigned port = 0; port < 22; ++port) {
    uint64_t back = 0;
    for (unsigned out = 0; out < 22; ++out)
      if (tin_behind(n, 3, out) == tin_behind(n, 3, port)) back |= uint64_t{1} << out;
    EXPECT_EQ(n.tables[3].forbidden_outputs[port], back);
    EXPECT_EQ(__builtin_popcountll(back), 2);
  }
  EXPECT_EQ(n.tables[3].forbidden_outputs[kTerminal], 0u);
}

// By hand from the wiring: where an entry TiN prefers its own copy, Valiant's bound falls to 3.067
// R.
TEST(Detours, BetweenTwoPodsBothCopiesAreNamedEquallyOften) {
  for (const char* mode : {"fully_adaptive", "deterministic", "valiant", "ugal_l"}) {
    const Network n = make(mode);
    for (unsigned tin = 0; tin < kTins; ++tin)
      for (unsigned target = 1; target < kPods; ++target) {
        std::map<unsigned, unsigned> copies;  // by the TiN that holds one
        for (unsigned port : n.tables[tin].minimal(24, 1, gnet_address(target, 0, 0)))
          ++copies[is_global(n, tin, port) ? tin : tin_behind(n, tin, port)];
        ASSERT_EQ(copies.size(), 2u);
        for (const auto& [owner, times] : copies) EXPECT_EQ(times, 4u) << mode << owner;
      }
  }
}

TEST(Detours, BehindAGlobalLinkThereAreNoneUnlessEveryPodHasThem) {
  const uint16_t near = gnet_address(0, 7, 0), far = gnet_address(9, 0, 0);
  EXPECT_EQ((*adaptive().tables[2].detours(24, 1, near))[0], kNoRoute);
  EXPECT_EQ((*adaptive().tables[2].detours(24, 1, far))[0], kNoRoute);
  const Network& n = every_pod();
  for (unsigned phase : {1u, 2u})
    for (unsigned port : *n.tables[2].detours(24, phase, near))
      EXPECT_TRUE(may_go(2, tin_behind(n, 2, port), 7));
  const auto owners = owners_of(n, 0, 9);
  for (unsigned port : *n.tables[2].detours(24, 1, far)) {
    const unsigned via = tin_behind(n, 2, port);
    bool leads_on = false;
    for (unsigned owner : owners) leads_on |= owner != 2 && owner != via && may_go(2, via, owner);
    EXPECT_TRUE(leads_on && owners.count(via) == 0);
  }
  EXPECT_EQ((*n.tables[2].detours(24, 2, far))[0], kNoRoute) << "a fourth phase";
}

TEST(Detours, EveryOtherLinkIsNamedForSomeTarget) {
  const Network& n = adaptive();
  std::map<unsigned, unsigned> times;
  for (unsigned target = 1; target < kPods; ++target)
    for (unsigned port : *n.tables[0].detours(kTerminal, 0, gnet_address(target, 0, 0)))
      ++times[port];
  EXPECT_EQ(times.size(), 22u + 8);
  unsigned least = ~0u, most = 0;
  for (unsigned port = 0; port < 22; ++port) {
    least = std::min(least, times[port]);
    most = std::max(most, times[port]);
  }
  EXPECT_LE(most, 2 * least);
}

TEST(Detours, PodsThatAreWiredAlikeShareTheirEntries) {
  const Network& n = adaptive();
  for (unsigned pod = 1; pod < kPods; ++pod)
    for (unsigned tin = 0; tin < kTins; ++tin)
      EXPECT_EQ(n.tables[pod * kTins + tin].routes, n.tables[tin].routes);
  EXPECT_LT(table_bytes(n.tables), 1'100'000u);
  Network changed = make("minimal_adaptive");
  changed.tables[12].edit().set_minimal(0, {1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_NE(changed.tables[12].routes, changed.tables[0].routes);
  EXPECT_NE(changed.tables[0].routes->minimal(0)[0], 1);
}

}  // namespace
}  // namespace tinsim
