// SPDX-License-Identifier: Apache-2.0
// Topology: the counts of docs/reference/topology.md, port layout, hosts, and the shapes at the
// edges.
#include "platform/network/topology/topology.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "platform/network/topology/layout.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

const Topology& full_clique() {
  static const Topology t = make_topology(clique());
  return t;
}

TEST(Clique, HasTheChipsAndHostsOfThePaper) {
  EXPECT_EQ(full_clique().chips.size(), 576u);
  EXPECT_EQ(full_clique().hosts.size(), 1152u);
}

TEST(Clique, HasTwoOpticalLinksForEachOf1128PairsOfPods) {
  std::map<std::pair<unsigned, unsigned>, unsigned> ends;
  for (const ChipInfo& chip : full_clique().chips)
    for (const PortInfo& port : chip.ports)
      if (port.kind == PortKind::kGlobal)
        ++ends[std::minmax<unsigned>(chip.pod, full_clique().chips[port.peer_chip].pod)];
  EXPECT_EQ(ends.size(), 1128u);
  for (const auto& [pods, count] : ends) {
    EXPECT_NE(pods.first, pods.second);
    EXPECT_EQ(count, 4u);  // two links, seen from both ends
  }
  EXPECT_EQ(ports_of(full_clique(), PortKind::kGlobal), 2u * 2256);
}

TEST(Clique, HasInEachPod94GlobalPortsAnd132LocalLanes) {
  for (unsigned pod = 0; pod < 48; ++pod) {
    unsigned global = 0, local = 0;
    for (unsigned tin = 0; tin < 12; ++tin) {
      global += ports_of(full_clique().chips[pod * 12 + tin], PortKind::kGlobal);
      local += ports_of(full_clique().chips[pod * 12 + tin], PortKind::kLocal);
    }
    EXPECT_EQ(global, 94u);
    EXPECT_EQ(local, 2u * 132);
  }
}

TEST(Clique, EachChipKeepsAquilasPortLayout) {
  for (const ChipInfo& chip : full_clique().chips) {
    ASSERT_EQ(chip.ports.size(), 50u);
    const unsigned globals = chip.tin == 5 || chip.tin == 11 ? 7 : 8;  // the pod's two spare ports
    for (unsigned port = 0; port < 50; ++port) {
      const PortKind expected = port < 22             ? PortKind::kLocal
                                : port < 24           ? PortKind::kUnused
                                : port < 24 + globals ? PortKind::kGlobal
                                : port < 32           ? PortKind::kUnused
                                                      : PortKind::kTerminal;
      EXPECT_EQ(chip.ports[port].kind, expected) << port;
    }
  }
}

TEST(Clique, LocalLanesAreNumberedAsInTheFacts) {
  for (unsigned i = 0; i < 12; ++i)
    for (unsigned j = 0; j < 12; ++j) {
      if (i == j) continue;
      const unsigned idx = j < i ? j : j - 1;
      for (unsigned lane = 0; lane < 2; ++lane)
        EXPECT_EQ(full_clique().chips[12 + i].ports[2 * idx + lane].peer_chip, 12 + j);
    }
}

TEST(Clique, LinksAreSymmetricAndEveryPortHasOnePeer) {
  EXPECT_TRUE(links_are_symmetric(full_clique()));
  std::set<std::pair<unsigned, unsigned>> far_ends;
  unsigned links = 0;
  for (const ChipInfo& chip : full_clique().chips)
    for (const PortInfo& port : chip.ports)
      if (port.kind == PortKind::kLocal || port.kind == PortKind::kGlobal) {
        far_ends.insert({port.peer_chip, port.peer_port});
        ++links;
      }
  EXPECT_EQ(far_ends.size(), links);
}

TEST(Clique, SymmetryCheckRejectsACrossedLink) {
  Topology t = full_clique();
  std::swap(t.chips[0].ports[0], t.chips[0].ports[24]);
  EXPECT_FALSE(links_are_symmetric(t));
}

TEST(Clique, EachHostOwnsNineConsecutiveTerminalPorts) {
  const Topology& t = full_clique();
  for (unsigned h = 0; h < t.hosts.size(); ++h) {
    EXPECT_EQ(t.hosts[h].chip, h / 2);
    EXPECT_EQ(t.hosts[h].ports, 9u);
    EXPECT_EQ(t.hosts[h].first_port, 32 + 9 * (h % 2));
    for (unsigned i = 0; i < 9; ++i)
      EXPECT_EQ(t.chips[h / 2].ports[t.hosts[h].first_port + i].endpoint, 9 * (h % 2) + i);
  }
}

TEST(Clique, ReferenceRateIsItsEightGlobalPorts) { EXPECT_EQ(full_clique().reference_ports, 8); }

TEST(Address, PacksPodTinAndEndpointInto16Bits) {
  EXPECT_EQ(gnet_address(47, 11, 17), 47 << 10 | 11 << 6 | 17);
  EXPECT_EQ(gnet_address(63, 15, 63), 0xffff);
  EXPECT_EQ(address_pod(gnet_address(47, 11, 17)), 47u);
  EXPECT_EQ(address_tin(gnet_address(47, 11, 17)), 11u);
  EXPECT_EQ(address_endpoint(gnet_address(47, 11, 17)), 17u);
}

TEST(Single, IsOneChipWithTerminalsOnly) {
  PlatformConfig config = of_kind("single", 4);
  config.tin.switch_.ports = 18;
  const Topology t = make_topology(config);
  ASSERT_EQ(t.chips.size(), 1u);
  EXPECT_EQ(ports_of(t, PortKind::kTerminal), 16u);  // 4 hosts of floor(18 / 4) ports
  EXPECT_EQ(t.hosts.size(), 4u);
  EXPECT_EQ(t.hosts[3].first_port, 12u);
  EXPECT_EQ(t.reference_ports, 16);
}

TEST(Pair, JoinsTwoChipsByTheirFirstPorts) {
  const Topology t = make_topology(of_kind("pair", 1, 3));
  ASSERT_EQ(t.chips.size(), 2u);
  for (unsigned lane = 0; lane < 3; ++lane) {
    EXPECT_EQ(t.chips[0].ports[lane].peer_chip, 1u);
    EXPECT_EQ(t.chips[0].ports[lane].peer_port, lane);
  }
  EXPECT_TRUE(links_are_symmetric(t));
  EXPECT_EQ(ports_of(t, PortKind::kTerminal), 2u * 47);
  EXPECT_EQ(t.reference_ports, 47);
}

TEST(Dragonfly, CanonicalOneGivesEachRouterTwoGlobals) {
  const Topology t = make_topology(canonical());
  ASSERT_EQ(t.chips.size(), 36u);
  for (const ChipInfo& chip : t.chips) {
    EXPECT_EQ(ports_of(chip, PortKind::kLocal), 3u);
    EXPECT_EQ(ports_of(chip, PortKind::kGlobal), 2u);
    EXPECT_EQ(ports_of(chip, PortKind::kTerminal), 2u);
    EXPECT_EQ(chip.ports[3].kind, PortKind::kGlobal);
    EXPECT_EQ(chip.ports[5].kind, PortKind::kTerminal);
  }
  EXPECT_TRUE(links_are_symmetric(t));
  EXPECT_EQ(t.reference_ports, 2);
}

TEST(Dragonfly, FourPodsOfAquilaShapeUseAll96GlobalPortsPerPod) {
  const Topology t = make_topology(PlatformConfig{});
  EXPECT_EQ(t.chips.size(), 48u);
  for (const ChipInfo& chip : t.chips) EXPECT_EQ(ports_of(chip, PortKind::kGlobal), 8u);
  EXPECT_EQ(ports_of(t, PortKind::kGlobal), 2 * 6 * 32u);  // 6 pairs of pods
  EXPECT_TRUE(links_are_symmetric(t));
  EXPECT_EQ(t.reference_ports, 8);
}

TEST(Dragonfly, OnePodHasNoGlobalLinks) {
  const Topology t = make_topology(dragonfly(1, 12, 32, 2));
  EXPECT_EQ(ports_of(t, PortKind::kGlobal), 0u);
  EXPECT_EQ(ports_of(t, PortKind::kLocal), 12u * 22);
  EXPECT_EQ(t.reference_ports, 18);
}

TEST(Dragonfly, PodsOfOneTinHaveNoLocalLinks) {
  const Topology t = make_topology(dragonfly(5, 1, 3, 2));
  EXPECT_EQ(ports_of(t, PortKind::kLocal), 0u);
  for (const ChipInfo& chip : t.chips) EXPECT_EQ(ports_of(chip, PortKind::kGlobal), 12u);
  EXPECT_TRUE(links_are_symmetric(t));
}

TEST(Layout, WithoutRoomForTheLinksThereAreNoTerminals) {
  EXPECT_EQ(port_layout({1, 12, 5, 0}, 50).terminal_ports, 0u);  // 55 local ports
  EXPECT_EQ(port_layout({4, 12, 2, 48}, 50).terminal_ports, 50u - 22 - 12);
}

}  // namespace
}  // namespace tinsim
