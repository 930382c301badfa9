// SPDX-License-Identifier: Apache-2.0
// The modes to compare with, line by line of docs/reference/routing_modes.md.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/route_bench.h"

namespace tinsim {
namespace {

constexpr unsigned kTerminal = RouteBench::kTerminal;

/// Follows a cell from a terminal of chip 0; the route in chips.
std::vector<unsigned> follow(const Network& n, Cell cell) {
  std::vector<unsigned> chips = {0};
  unsigned in = kTerminal;
  while (n.tables[chips.back()].self != cell.dst >> 6 && chips.size() < 12) {
    const RouteUnit unit(n.tables[chips.back()], RouteParams{}, 1, chips.back(), 0);
    const Route route = unit.choose(in, cell);
    const PortInfo& link = n.topology.chips[chips.back()].ports[route.port];
    cell.vc = route.vc;
    chips.push_back(link.peer_chip);
    in = link.peer_port;
  }
  return chips;
}

Network make(const char* mode, PlatformConfig config = clique()) {
  config.routing.mode = Word{mode};
  return Network(config);
}

/// Pods in the order in which a route comes into them.
std::vector<unsigned> pods_of(const Network& n, const std::vector<unsigned>& chips) {
  std::vector<unsigned> pods;
  for (unsigned chip : chips)
    if (pods.empty() || pods.back() != n.topology.chips[chip].pod)
      pods.push_back(n.topology.chips[chip].pod);
  return pods;
}

TEST(Valiant, Lines4To6_EveryThirdPodIsPassedEquallyOften) {
  const Network n = make("valiant");
  std::map<unsigned, unsigned> via;
  constexpr unsigned kCells = 9200;
  for (unsigned seq = 0; seq < kCells; ++seq) {
    const auto chips = follow(n, RouteBench::cell_to(gnet_address(5, 3, 0), 0, seq));
    const auto pods = pods_of(n, chips);
    ASSERT_EQ(pods.size(), 3u);
    ASSERT_EQ(pods[2], 5u);
    ASSERT_LE(chips.size(), 6u) << "five links";
    ++via[pods[1]];
  }
  EXPECT_EQ(via.size(), 46u);
  double chi_square = 0;
  for (const auto& entry : via) chi_square += (entry.second - 200.) * (entry.second - 200.) / 200.;
  EXPECT_LT(chi_square, 90.3) << "99.99 % quantile for 45 degrees of freedom";
}

TEST(Valiant, Line4_InsideThePodAndWithTwoPodsRoutesAreDirect) {
  const Network n = make("valiant");
  for (unsigned seq = 0; seq < 100; ++seq)
    EXPECT_EQ(follow(n, RouteBench::cell_to(gnet_address(0, 3, 0), 0, seq)).size(), 2u);
  const Network two = make("valiant", dragonfly(2, 12, 12, 2));
  for (unsigned seq = 0; seq < 100; ++seq)
    EXPECT_LE(follow(two, RouteBench::cell_to(gnet_address(1, 3, 0), 0, seq)).size(), 4u);
}

TEST(Valiant, Lines6And7_EntriesAreTakenEquallyOftenAndDownPortsOnlyWhereAllAre) {
  RouteBench bench("valiant");
  const uint16_t dst = gnet_address(9, 0, 0);
  std::map<unsigned, unsigned> copies;  // an own copy or the two lanes to the other's owner
  for (const auto& [port, times] : bench.ports(24, dst)) {
    EXPECT_EQ(bench.table().phase_after(24, 0), 1u);
    copies[bench.kind(port) == PortKind::kGlobal ? 99 : bench.behind(port).tin] += times;
  }
  EXPECT_EQ(copies.size(), 2u);
  for (const auto& entry : copies) EXPECT_NEAR(entry.second, 2000, 130);
  const unsigned down = bench.table().minimal(24, 1, dst)[0];
  bench.unit().set_down(uint64_t{1} << down);
  EXPECT_EQ(bench.ports(24, dst).count(down), 0u);
  bench.unit().set_down(~uint64_t{0});
  EXPECT_NE(bench.ports(24, dst).count(down), 0u);
}

/// Cells of 4000 that an idle source sends minimally, given what is queued where.
unsigned sent_ahead(RouteBench& bench, uint16_t dst) {
  unsigned ahead = 0;
  for (unsigned seq = 0; seq < 4000; ++seq)
    ahead += bench.unit().choose(kTerminal, RouteBench::cell_to(dst, 0, seq)).vc == 1;
  return ahead;
}

TEST(Ugal, Lines7And8_TheSourceComparesAllThatIsQueuedAtBothPorts) {
  RouteBench bench("ugal_l");
  const uint16_t dst = gnet_address(bench.pod_with_link(true), 0, 0);
  const auto own = static_cast<uint8_t>(bench.table().minimal(kTerminal, 0, dst)[0]);
  EXPECT_EQ(sent_ahead(bench, dst), 4000u);
  bench.unit().routed({own, 7}, 40);
  EXPECT_EQ(sent_ahead(bench, dst), 4000u) << "a tie with an idle Valiant route";
  bench.unit().routed({own, 1}, 2);
  EXPECT_EQ(sent_ahead(bench, dst), 0u);
  for (unsigned port = 0; port < 32; ++port)
    bench.unit().routed({static_cast<uint8_t>(port), 13}, 10);
  EXPECT_EQ(sent_ahead(bench, dst), 4000u) << "52 <= 2 * 10 + 40";
  bench.unit().credited(own, {7, 40});
  for (unsigned port = 0; port < 32; ++port)
    bench.unit().credited(static_cast<uint8_t>(port), {13, 10});
  EXPECT_EQ(sent_ahead(bench, dst), 4000u) << "2 words are left";
}

// Three routes of 46 minimal and Valiant ones may begin with one lane; then its two VCs decide.
TEST(Ugal, Lines7And8_WhereBothRoutesBeginAtOnePortTheirVcsAreCompared) {
  RouteBench bench("ugal_l");
  const unsigned target = bench.pod_with_link(false);
  const uint16_t dst = gnet_address(target, 0, 0);
  double same = 0;  // chance of one port: a random entry each, and a random via pod
  for (unsigned via = 1; via < 48; ++via) {
    if (via == target) continue;
    for (unsigned m : bench.table().minimal(kTerminal, 0, dst))
      for (unsigned v : bench.table().minimal(kTerminal, 0, gnet_address(via, 0, 0)))
        same += m == v ? 1 / (46. * 64) : 0;
  }
  ASSERT_GT(same, 0.01);
  for (unsigned port = 0; port < 32; ++port)
    bench.unit().routed({static_cast<uint8_t>(port), 1}, 300);
  const double deviation = std::sqrt(4000 * same * (1 - same));
  EXPECT_NEAR(sent_ahead(bench, dst), 4000 * (1 - same), 4 * deviation)
      << "300 <= 2 * 300 + 40 for two ports, 300 > 2 * 0 + 40 for two VCs";
}

TEST(Ugal, Lines4To6_BehindALaneThePhaseTellsWhatTheSourceChose) {
  RouteBench bench("ugal_l");
  const unsigned pod = bench.pod_with_link(true);
  const uint16_t dst = gnet_address(pod, 0, 0);
  for (const auto& [port, times] : bench.ports(3, dst, 1))
    EXPECT_EQ(bench.behind(port).pod, pod) << times;
  // In phase 0 only cells come for whose via pod there is a link.
  const Network n = make("ugal_l");
  for (unsigned seq = 0; seq < 200; ++seq) {
    const auto cell = RouteBench::cell_to(gnet_address(5, 3, 0), 0, seq);
    EXPECT_EQ(pods_of(n, follow(n, cell)).size(), 2u) << "idle: minimal";
  }
}

TEST(Ugal, Line9_APortThatIsDownLoses) {
  RouteBench bench("ugal_l");
  const uint16_t dst = gnet_address(bench.pod_with_link(true), 0, 0);
  bench.unit().set_down(uint64_t{1} << bench.table().minimal(kTerminal, 0, dst)[0]);
  EXPECT_EQ(sent_ahead(bench, dst), 0u);
}

}  // namespace
}  // namespace tinsim
