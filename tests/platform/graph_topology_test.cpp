// SPDX-License-Identifier: Apache-2.0
// Torus, fat tree and full mesh: chips, links, ports and diameters by formula.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

#include "platform/network/topology/export.h"
#include "platform/network/topology/torus.h"
#include "tests/platform/graph_networks.h"

namespace tinsim {
namespace {

unsigned links_of(const Topology& t) {
  return (ports_of(t, PortKind::kLocal) + ports_of(t, PortKind::kGlobal)) / 2;
}

unsigned power(unsigned base, unsigned exponent) {
  unsigned result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

TEST(TorusTopology, ChipsLinksAndDiameterByFormula) {
  struct Shape {
    std::initializer_list<unsigned> dims;
    unsigned links_per_direction;
  };
  for (const Shape& shape : {Shape{{8, 8}, 1},
                             {{5}, 2},
                             {{4, 3}, 1},
                             {{2, 2, 2}, 3},
                             {{7, 2}, 1},
                             {{3, 4, 5}, 1},
                             {{2, 3, 4, 5}, 1},
                             {{3, 3, 3, 3}, 2},
                             {{61}, 4}}) {
    const Topology t = make_topology(torus(shape.dims, shape.links_per_direction));
    unsigned chips = 1, far = 0;
    double per_chip = 0;  // half of the ports of a chip
    for (unsigned radix : shape.dims) {
      chips *= radix;
      far += radix / 2;
      per_chip += (radix == 2 ? 0.5 : 1) * shape.links_per_direction;
    }
    EXPECT_EQ(t.chips.size(), chips);
    EXPECT_EQ(links_of(t), chips * per_chip);
    EXPECT_EQ(t.hosts.size(), chips);
    EXPECT_EQ(diameter(t), far);
    EXPECT_TRUE(links_are_symmetric(t));
  }
}

// Ports of dimension d: 2 d L towards the next chip, then L towards the one before.
TEST(TorusTopology, PortsAreTheSameOnEveryChip) {
  const Topology t = make_topology(torus({4, 2, 3}, 2));
  for (unsigned z = 0; z < 3; ++z)
    for (unsigned y = 0; y < 2; ++y)
      for (unsigned x = 0; x < 4; ++x) {
        const auto chip = [](unsigned a, unsigned b, unsigned c) { return a + 4 * b + 8 * c; };
        const auto& ports = t.chips[chip(x, y, z)].ports;
        for (unsigned lane = 0; lane < 2; ++lane) {
          EXPECT_EQ(ports[0 + lane].peer_chip, chip((x + 1) % 4, y, z));
          EXPECT_EQ(ports[0 + lane].peer_port, 2 + lane);
          EXPECT_EQ(ports[2 + lane].peer_chip, chip((x + 3) % 4, y, z));
          EXPECT_EQ(ports[4 + lane].peer_chip, chip(x, 1 - y, z));
          EXPECT_EQ(ports[4 + lane].peer_port, 4 + lane);
          EXPECT_EQ(ports[6 + lane].peer_chip, chip(x, y, (z + 1) % 3));
          EXPECT_EQ(ports[8 + lane].peer_chip, chip(x, y, (z + 2) % 3));
        }
        EXPECT_EQ(ports[10].kind, PortKind::kTerminal);
      }
}

TEST(FatTreeTopology, ChipsLinksAndDiameterByFormula) {
  for (const auto& [k, n] :
       {std::pair{2u, 2u}, {4u, 2u}, {2u, 3u}, {3u, 3u}, {4u, 3u}, {2u, 5u}, {16u, 2u}}) {
    const Topology t = make_topology(fat_tree(k, n));
    EXPECT_EQ(t.chips.size(), n * power(k, n - 1));
    EXPECT_EQ(links_of(t), (n - 1) * power(k, n));
    EXPECT_EQ(t.hosts.size(), power(k, n));
    EXPECT_EQ(diameter(t), 2 * (n - 1));
    EXPECT_TRUE(links_are_symmetric(t));
    for (unsigned chip = 0; chip < t.chips.size(); ++chip) {
      const unsigned level = chip / power(k, n - 1);
      EXPECT_EQ(ports_of(t.chips[chip], PortKind::kTerminal), level == 0 ? k : 0);
      EXPECT_EQ(
          ports_of(t.chips[chip], PortKind::kLocal) + ports_of(t.chips[chip], PortKind::kGlobal),
          level == 0 || level == n - 1 ? k : 2 * k);
    }
  }
}

// Two leaves whose labels differ first, from the top, in digit d meet at level d + 1.
TEST(FatTreeTopology, LeavesAreAsFarApartAsTheirLabels) {
  const Topology t = make_topology(fat_tree(3, 4));
  const auto d = all_distances(t);
  for (unsigned a = 0; a < 27; ++a)
    for (unsigned b = 0; b < 27; ++b) {
      const unsigned height = a == b ? 0 : a / 3 == b / 3 ? 1 : a / 9 == b / 9 ? 2 : 3;
      EXPECT_EQ(d[a][b], 2 * height);
    }
}

TEST(FullMeshTopology, EveryPairIsJoined) {
  for (const auto& [chips, lanes] : {std::pair{2u, 8u}, {13u, 2u}, {16u, 4u}, {60u, 1u}}) {
    const Topology t = make_topology(full_mesh(chips, lanes));
    EXPECT_EQ(t.chips.size(), chips);
    EXPECT_EQ(links_of(t), chips * (chips - 1) / 2 * lanes);
    EXPECT_EQ(diameter(t), 1u);
    EXPECT_TRUE(links_are_symmetric(t));
  }
}

TEST(GraphTopology, PodsAreChipsInARowAndTheLastMayHaveFewer) {
  PlatformConfig config = torus({5, 5});
  config.topology.tins_per_pod = 8;
  const Topology t = make_topology(config);
  EXPECT_EQ(t.pods, 4u);
  std::set<unsigned> addresses;
  for (unsigned chip = 0; chip < 25; ++chip) {
    EXPECT_EQ(t.chips[chip].pod, chip / 8);
    EXPECT_EQ(t.chips[chip].tin, chip % 8);
    addresses.insert(gnet_address(t.chips[chip].pod, t.chips[chip].tin, 0));
  }
  EXPECT_EQ(addresses.size(), 25u);
  std::ostringstream dot;
  write_topology_dot(dot, config, t);
  EXPECT_NE(dot.str().find("c24 [label=\"3.0\"]"), std::string::npos);
  EXPECT_EQ(dot.str().find("c25"), std::string::npos);
}

TEST(GraphTopology, LinksAreLocalInAPodAndGlobalBetweenByDefault) {
  PlatformConfig config = torus({4, 4});
  config.topology.tins_per_pod = 4;  // a row
  const Topology t = make_topology(config);
  for (const ChipInfo& chip : t.chips) {
    EXPECT_EQ(ports_of(chip, PortKind::kLocal), 2u);
    EXPECT_EQ(ports_of(chip, PortKind::kGlobal), 2u);
  }
  config.topology.link_kind = GraphLinkKind::local;
  EXPECT_EQ(ports_of(make_topology(config), PortKind::kLocal), 64u);
  config.topology.link_kind = GraphLinkKind::global;
  EXPECT_EQ(ports_of(make_topology(config), PortKind::kGlobal), 64u);
}

TEST(GraphTopology, HostsShareThePortsThatLinksLeave) {
  PlatformConfig config = torus({4, 4});
  config.topology.hosts_per_tin = 3;
  config.topology.terminal_ports_per_host = 0;
  config.tin.switch_.ports = 24;
  const Topology t = make_topology(config);  // 20 ports left: 6 each
  EXPECT_EQ(t.hosts.size(), 48u);
  EXPECT_EQ(t.hosts[4].first_port, 10);
  EXPECT_EQ(t.hosts[4].ports, 6);
  EXPECT_EQ(ports_of(t.chips[0], PortKind::kTerminal), 18u);
  EXPECT_EQ(t.reference_ports, 4);  // links, not terminals
}

TEST(GraphTopology, ReferenceRateIsThatOfTheTerminalsWhereTheyAreFewer) {
  EXPECT_EQ(make_topology(torus({8, 8})).reference_ports, 1);
  EXPECT_EQ(make_topology(fat_tree(8, 2)).reference_ports, 8);
}

TEST(GraphTopology, NetworksHaveNames) {
  const auto name = [](const PlatformConfig& config) {
    return network_name(config.topology, make_topology(config));
  };
  EXPECT_EQ(name(torus({4, 6, 2})), "torus, 4 x 6 x 2 chips");
  EXPECT_EQ(name(fat_tree(4, 3)), "fat tree of 3 levels, 4 links up per chip");
  EXPECT_EQ(name(full_mesh(5)), "flattened, 5 chips");
  EXPECT_EQ(name(PlatformConfig{}), "dragonfly, 4 pods of 12 TiNs");
}

}  // namespace
}  // namespace tinsim
