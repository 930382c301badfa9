// SPDX-License-Identifier: Apache-2.0
// Aquila's four modes, line by line of docs/reference/routing_modes.md.
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/route_bench.h"

namespace tinsim {
namespace {

constexpr unsigned kTerminal = RouteBench::kTerminal, kGlobal = RouteBench::kFirstGlobal;

template <class List>
std::set<unsigned> named(const List& list) {
  return {list.begin(), list.end()};
}
std::set<unsigned> taken(const std::map<unsigned, unsigned>& times) {
  std::set<unsigned> ports;
  for (const auto& entry : times) ports.insert(entry.first);
  return ports;
}
uint64_t mask_of(const std::set<unsigned>& ports) {
  uint64_t mask = 0;
  for (unsigned port : ports) mask |= uint64_t{1} << port;
  return mask;
}

TEST(MinimalDeterministic, Line1_ACellForThisChipTakesTheTerminalPortOfItsEndpoint) {
  RouteBench bench("minimal_deterministic");
  EXPECT_EQ(bench.unit().choose(3, RouteBench::cell_to(gnet_address(0, 0, 5))).port, 32 + 5);
}

TEST(MinimalDeterministic, Line2_AGlobalInputMovesTheCellToTheNextPhase) {
  RouteBench bench("minimal_deterministic");
  const uint16_t dst = gnet_address(0, 3, 0);
  EXPECT_EQ(bench.unit().choose(kTerminal, RouteBench::cell_to(dst, 12)).vc, 12);
  EXPECT_EQ(bench.unit().choose(kGlobal, RouteBench::cell_to(dst, 12)).vc, 13);
}

TEST(MinimalDeterministic, Lines3And4_EachEntryServesAnEighthOfTheFlows) {
  RouteBench bench("minimal_deterministic");
  const uint16_t dst = gnet_address(bench.pod_with_link(false), 0, 0);
  const auto flows = bench.ports_of_flows(kTerminal, dst);
  EXPECT_EQ(taken(flows), named(bench.table().minimal(kTerminal, 0, dst)));
  for (const auto& [port, times] : flows) EXPECT_NEAR(times, 1000, 120) << port;  // 2 of 8 entries
  EXPECT_EQ(bench.ports(kTerminal, dst).size(), 1u) << "one route for all cells of a flow";
}

TEST(MinimalDeterministic, Line5_FlowsLeaveAPortThatIsDownAndOthersStay) {
  RouteBench bench("minimal_deterministic");
  const uint16_t dst = gnet_address(bench.pod_with_link(false), 0, 0);
  const unsigned down = bench.table().minimal(kTerminal, 0, dst)[2];
  std::vector<unsigned> before;
  for (unsigned src = 0; src < 500; ++src)
    before.push_back(bench.unit().choose(kTerminal, RouteBench::cell_to(dst, 0, 0, src)).port);
  bench.unit().set_down(uint64_t{1} << down);
  for (unsigned src = 0; src < 500; ++src) {
    const unsigned port = bench.unit().choose(kTerminal, RouteBench::cell_to(dst, 0, 0, src)).port;
    EXPECT_NE(port, down);
    if (before[src] != down) {
      EXPECT_EQ(port, before[src]);
    }
  }
}

TEST(MinimalDeterministic, Line6_WhereAllPortsAreDownTheEntryIsTakenAllTheSame) {
  RouteBench bench("minimal_deterministic");
  const uint16_t dst = gnet_address(bench.pod_with_link(false), 0, 0);
  const auto before = bench.ports_of_flows(kTerminal, dst);
  bench.unit().set_down(~uint64_t{0});
  EXPECT_EQ(bench.ports_of_flows(kTerminal, dst), before);
}

TEST(MinimalAdaptive, Line4_OrderedClassesAreRoutedByHash) {
  RouteBench bench("minimal_adaptive");
  const uint16_t dst = gnet_address(bench.pod_with_link(false), 0, 0);
  EXPECT_EQ(bench.ports(kTerminal, dst, 2 * 3).size(), 4u);
  bench.params.ordered_classes = 1u << 2 | 1u << 7;
  bench.reset();
  EXPECT_EQ(bench.ports(kTerminal, dst, 2 * 3).size(), 1u);
  EXPECT_EQ(bench.ports(kTerminal, dst, 3 * 3).size(), 4u);
}

TEST(MinimalAdaptive, Lines5To7_TheLongerQueueIsAvoided) {
  RouteBench bench("minimal_adaptive");
  const uint16_t dst = gnet_address(bench.pod_with_link(false), 0, 0);
  const Candidates& entries = bench.table().minimal(kTerminal, 0, dst);
  bench.unit().routed({entries[0], 0}, 20);
  // Of 28 pairs of the eight entries only the one of this port's two entries takes it.
  EXPECT_NEAR(bench.ports(kTerminal, dst)[entries[0]], 4000 / 28., 50);
  bench.unit().credited(entries[0], {0, 20});
  EXPECT_GT(bench.ports(kTerminal, dst)[entries[0]], 1000u);
}

TEST(MinimalAdaptive, Line6_WordsForLanesAndGlobalLinksCountByTheirWeights) {
  RouteBench bench("fully_adaptive");
  const unsigned pod = bench.pod_with_link(true);
  const uint16_t dst = gnet_address(pod, 0, 0);
  const unsigned own = bench.table().minimal(kTerminal, 0, dst)[0];
  bench.params.rule.nonminimal_weight = 1;
  bench.params.rule.nonminimal_bias = 0;
  const auto minimal_share = [&](unsigned local_weight) {
    bench.params.local_weight = static_cast<uint8_t>(local_weight);
    bench.reset();
    bench.unit().routed({static_cast<uint8_t>(own), 0}, 20);
    for (unsigned port = 0; port < 32; ++port)
      if (port != own) {
        bench.unit().routed({static_cast<uint8_t>(port), 0}, port < 24 ? 10 : 90);
      }
    return bench.ports(kTerminal, dst)[own];
  };
  // Lanes hold 10 words: less than 20, unless each counts three times. Of the 24 draws that take
  // no lane, 8 * 7 * 6 of 24 * 23 * 22 are left.
  EXPECT_NEAR(minimal_share(1), 4000 * (8 * 7 * 6) / (24. * 23 * 22), 60);
  EXPECT_EQ(minimal_share(3), 4000u);
}

TEST(MinimalAdaptive, Lines8And9_DownPortsAreTakenOnlyWhereAllAreDown) {
  RouteBench bench("minimal_adaptive");
  const uint16_t dst = gnet_address(bench.pod_with_link(false), 0, 0);
  const auto all = named(bench.table().minimal(kTerminal, 0, dst));
  const std::set<unsigned> one = {*all.begin()};
  bench.unit().set_down(~mask_of(one));
  EXPECT_EQ(taken(bench.ports(kTerminal, dst)), one);
  bench.unit().set_down(mask_of(all));
  EXPECT_EQ(taken(bench.ports(kTerminal, dst)), all);
}

TEST(Deterministic, Lines4To6_EachOf32EntriesServesAnEqualShareOfTheFlows) {
  RouteBench bench("deterministic");
  const uint16_t dst = gnet_address(bench.pod_with_link(true), 0, 0);
  auto flows = bench.ports_of_flows(kTerminal, dst, 0, 32000);
  const unsigned own = bench.table().minimal(kTerminal, 0, dst)[0];
  EXPECT_NEAR(flows[own], 8000, 400);
  std::map<unsigned, unsigned> entries;
  for (unsigned port : *bench.table().detours(kTerminal, 0, dst)) ++entries[port];
  for (const auto& [port, times] : entries) EXPECT_NEAR(flows[port], 1000 * times, 160 * times);
  EXPECT_EQ(bench.ports(kTerminal, dst).size(), 1u);
}

TEST(Deterministic, Line7_AListWithoutAnEntryLeavesTheOther) {
  RouteBench bench("deterministic");
  const uint16_t inside = gnet_address(0, 7, 0);  // behind a global link: no detours
  EXPECT_EQ(taken(bench.ports_of_flows(kGlobal, inside)),
            named(bench.table().minimal(kGlobal, 1, inside)));
}

TEST(FullyAdaptive, Lines7To10_QueuesDecideAndAnIdleNetworkIsMinimal) {
  RouteBench bench("fully_adaptive");
  const uint16_t dst = gnet_address(bench.pod_with_link(true), 0, 0);
  const auto own = static_cast<uint8_t>(bench.table().minimal(kTerminal, 0, dst)[0]);
  EXPECT_EQ(bench.ports(kTerminal, dst)[own], 4000u);
  bench.unit().routed({own, 0}, 40);
  EXPECT_EQ(bench.ports(kTerminal, dst)[own], 4000u) << "a tie";
  bench.unit().routed({own, 0}, 2);
  const auto after = bench.ports(kTerminal, dst);
  EXPECT_EQ(after.count(own), 0u);
  const auto detours = named(*bench.table().detours(kTerminal, 0, dst));
  for (unsigned port : taken(after)) EXPECT_EQ(detours.count(port), 1u) << port;
  EXPECT_GT(after.size(), 16u) << "three of 24: all but those that always lose the tie";
  EXPECT_EQ(bench.ports(kTerminal, dst, 3)[own], 4000u) << "another VC";
}

// Progressive: a TiN that holds the link decides again, by its own queues.
TEST(FullyAdaptive, Line5_BehindALaneOfTheSourcePodTheChoiceIsMadeAgain) {
  RouteBench bench("fully_adaptive");
  const unsigned pod = bench.pod_with_link(true);
  const uint16_t dst = gnet_address(pod, 0, 0);
  const auto own = static_cast<uint8_t>(bench.table().minimal(kTerminal, 0, dst)[0]);
  bench.unit().routed({own, 0}, 60);
  for (const auto& [port, times] : bench.ports(0, dst)) {
    EXPECT_EQ(bench.kind(port), PortKind::kGlobal) << times;
    EXPECT_NE(bench.behind(port).pod, pod);
  }
  bench.unit().routed({own, 1}, 600);
  EXPECT_EQ(bench.ports(0, dst, 1)[own], 4000u) << "behind a global link there is no choice";
}

TEST(FullyAdaptive, Line9_NoCellGoesBackToTheChipWhereItComesFrom) {
  for (unsigned chip = 0; chip < 12; ++chip) {
    RouteBench bench("fully_adaptive", clique(), chip);
    for (unsigned in = 0; in < 22; ++in)
      for (unsigned pod = 1; pod < 48; ++pod)
        for (const auto& [port, times] : bench.ports(in, gnet_address(pod, 0, 0), 0, 30))
          EXPECT_FALSE(bench.kind(port) == PortKind::kLocal &&
                       bench.behind(port).tin == bench.behind(in).tin)
              << times;
  }
}

TEST(FullyAdaptive, Lines11And12_ALinkThatIsDownIsLeftAtOnce) {
  RouteBench bench("fully_adaptive");
  const uint16_t dst = gnet_address(bench.pod_with_link(true), 0, 0);
  const unsigned own = bench.table().minimal(kTerminal, 0, dst)[0];
  bench.unit().set_down(uint64_t{1} << own);
  EXPECT_EQ(bench.ports(kTerminal, dst).count(own), 0u);
  EXPECT_EQ(bench.ports(0, dst).count(own), 0u);
  EXPECT_EQ(taken(bench.ports(1, dst, 1)), std::set<unsigned>{own}) << "no other way";
  bench.unit().set_down(0);
  EXPECT_EQ(bench.ports(kTerminal, dst)[own], 4000u);
}

}  // namespace
}  // namespace tinsim
