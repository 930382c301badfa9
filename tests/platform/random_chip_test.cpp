// SPDX-License-Identifier: Apache-2.0
// Valiant and UGAL-L in networks given as a graph: the chip that is passed, the VC phases of both
// legs, what a source compares, and the proof.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "platform/network/routing/scheme.h"
#include "tests/platform/compact_networks.h"
#include "tests/platform/graph_routes.h"
#include "tlm/tin/cell_switch/route_unit.h"

namespace tinsim {
namespace {

Network make(const char* mode, PlatformConfig config, const char* scheme = "auto") {
  config.routing.mode = Word{mode};
  config.routing.scheme = Word{scheme};
  return Network(config);
}

/// The first one; of a chip without, the number of its ports.
unsigned terminal_of(const Network& n, unsigned chip) {
  const auto& ports = n.topology.chips[chip].ports;
  const auto found = std::find_if(ports.begin(), ports.end(), [](const PortInfo& port) {
    return port.kind == PortKind::kTerminal;
  });
  return static_cast<unsigned>(found - ports.begin());
}

RouteUnit unit_of(const Network& n, unsigned chip) {
  return {n.tables[chip], RouteParams{}, 1, chip, PortSet::of(terminal_of(n, chip)).first()};
}

/// A hop of a cell: the chip, and the VC phase in which it leaves.
struct Hop {
  unsigned chip, phase;
};

std::vector<Hop> follow(const Network& n, unsigned src, unsigned dst, unsigned seq) {
  Cell cell;
  cell.src = n.topology.address(src);
  cell.dst = n.topology.address(dst);
  cell.seq = seq;
  std::vector<Hop> hops;
  unsigned chip = src, in = terminal_of(n, src);
  while (chip != dst && hops.size() < 40) {
    const Route route = unit_of(n, chip).choose(in, cell);
    const PortInfo& link = n.topology.chips[chip].ports[route.port];
    hops.push_back({chip, route.vc});
    cell.vc = route.vc;
    chip = link.peer_chip;
    in = link.peer_port;
  }
  return hops;
}

/// The chip at which the second leg begins.
unsigned via_of(const Network& n, const std::vector<Hop>& hops) {
  for (const Hop& hop : hops)
    if (hop.phase >= n.tables[0].first_leg_phases) return hop.chip;
  return ~0u;
}

// Any chip but source and target, equally often; both legs as short as they can be.
TEST(RandomChip, EveryOtherChipIsPassedEquallyOften) {
  const Network n = make("valiant", slim_fly(5));
  const auto distance = all_distances(n.topology);
  std::map<unsigned, unsigned> via;
  for (unsigned seq = 0; seq < 9600; ++seq) {
    const auto hops = follow(n, 3, 40, seq);
    const unsigned passed = via_of(n, hops);
    ASSERT_LT(passed, 50u);
    ASSERT_EQ(hops.size(), distance[3][passed] + distance[passed][40]);
    ++via[passed];
  }
  EXPECT_EQ(via.size(), 48u);
  EXPECT_EQ(via.count(3) + via.count(40), 0u);
  double chi_square = 0;
  for (const auto& entry : via) chi_square += (entry.second - 200.) * (entry.second - 200.) / 200.;
  EXPECT_LT(chi_square, 93.5) << "99.99 % quantile for 47 degrees of freedom";
}

// With a VC per hop: phases 0 and 1 on the way to the chip, 2 and 3 from there.
TEST(RandomChip, EachLegHasPhasesOfItsOwn) {
  const Network n = make("valiant", polarfly(4));
  EXPECT_EQ(n.tables[0].first_leg_phases, 2u);
  EXPECT_EQ(n.tables[0].vc_phases, 5u);
  for (unsigned seq = 0; seq < 500; ++seq) {
    const auto hops = follow(n, seq % 21, (seq + 5) % 21, seq);
    unsigned expected = 0;
    for (const Hop& hop : hops) {
      if (hop.chip == via_of(n, hops)) expected = 2;
      EXPECT_EQ(hop.phase, expected++);
    }
  }
}

struct Case {
  const char* scheme;
  PlatformConfig config;
  unsigned first_leg, phases;
};

/// Networks of every scheme, with the phases that both legs need.
std::vector<Case> cases() {
  PlatformConfig petersen = graph_kind("graph");
  petersen.topology.file = TINSIM_SOURCE_DIR "/configs/graphs/petersen.csv";
  return {{"hop_vc", hyperx({3, 4}), 2, 5},
          {"hop_vc", hyperx({3, 2, 4}, {1, 2, 1}), 3, 7},
          {"hop_vc", slim_fly(5), 2, 5},
          {"hop_vc", slim_fly(4), 2, 5},
          {"hop_vc", polarfly(5), 2, 5},
          {"hop_vc", dragonfly_plus(5, 2, 2, 2), 3, 7},
          {"hop_vc", petersen, 2, 5},
          {"hop_vc", full_mesh(9), 1, 3},
          {"up_down", petersen, 1, 2},
          {"up_down", slim_fly(5), 1, 2},
          {"up_down", fat_tree(4, 3), 1, 2},
          {"dimension_order", torus({4, 4}), 3, 6},
          {"dimension_order", torus({5, 3}), 2, 4}};
}

TEST(RandomChip, TheProofHoldsForEveryScheme) {
  for (const Case& c : cases())
    for (const char* mode : {"valiant", "ugal_l"}) {
      const Network n = make(mode, c.config, c.scheme);
      const Network minimal = make("minimal_adaptive", c.config, c.scheme);
      const std::string what =
          fmt::format("{} {} {}", word_of(c.config.topology.kind), c.scheme, mode);
      const VcLayout vcs = plan_routes(n.config, n.topology).vcs;
      EXPECT_EQ(vcs.first_leg, c.first_leg) << what;
      EXPECT_EQ(vcs.phases, c.phases) << what;
      const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
      EXPECT_TRUE(proof.holds()) << what << ": " << first_fault(proof);
      const DeadlockProof one_leg = prove_deadlock_free(minimal.topology, minimal.tables);
      EXPECT_EQ(proof.longest_route_links, 2 * one_leg.longest_route_links) << what;
      const auto chips = chips_with_hosts(n.topology);
      for (unsigned seq = 0; seq < 200; ++seq) {
        const unsigned src = chips[seq % chips.size()], dst = chips[(seq * 7 + 1) % chips.size()];
        if (src == dst) continue;
        const auto hops = follow(n, src, dst, seq);
        ASSERT_LE(hops.size(), proof.longest_route_links) << what;
        for (size_t i = 1; i < hops.size(); ++i)
          ASSERT_LE(hops[i - 1].phase, hops[i].phase) << what;
        ASSERT_LT(hops.back().phase, c.phases) << what;
      }
    }
}

// Girth five: a cell that crosses a link has 6 next links on its way and 7 at the chip that it
// passes; the last count includes the link back, which cells in phase 0 do not take.
TEST(RandomChip, ChannelsOfTheGraphOfHoffmanAndSingletonByFormula) {
  const Network n = make("valiant", slim_fly(5));
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  constexpr unsigned kLinks = 50 * 7;
  EXPECT_EQ(proof.channels, 4 * kLinks);
  EXPECT_EQ(proof.dependencies, 2 * kLinks * 6 + 2 * kLinks * 7);
}

// Planted: all hops of a leg in one phase. Shortest routes in rings of five wait for each other.
TEST(RandomChip, ALegWithoutAVcPerHopIsFound) {
  Network n = make("valiant", slim_fly(5));
  for (RouteTable& table : n.tables) table.phase_increment_ports = 0;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_FALSE(proof.cycle.empty());
}

// Planted: a first leg of one phase less, and a second one.
TEST(RandomChip, PhasesThatDoNotSufficeAreFound) {
  Network n = make("valiant", slim_fly(5));
  for (RouteTable& table : n.tables) table.first_leg_phases = 1;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("needs more than 1 VC phases"), std::string::npos);
  Network few = make("valiant", slim_fly(5));
  for (RouteTable& table : few.tables) table.vc_phases = 4;
  EXPECT_FALSE(prove_deadlock_free(few.topology, few.tables).holds());
}

// Between two chips there is no third one.
TEST(RandomChip, TwoChipsWithHostsSendDirectly) {
  const GraphFile file("a,b\n0,1\n1,2\n");
  const GraphFile nodes("node,hosts\n1,0\n", "n.csv");
  PlatformConfig config = file.config();
  config.topology.nodes_file = nodes.path();
  for (const char* mode : {"valiant", "ugal_l"}) {
    const Network n = make(mode, config, "hop_vc");
    EXPECT_TRUE(prove_deadlock_free(n.topology, n.tables).holds());
    const auto hops = follow(n, 0, 2, 0);
    ASSERT_EQ(hops.size(), 2u);
    EXPECT_EQ(hops[0].phase, 2u);
    EXPECT_EQ(hops[1].phase, 3u);
  }
}

/// Of 4800 cells of chip 0 to its neighbour, those that take the direct link in the second leg's
/// first phase.
unsigned sent_directly(const Network& n, const RouteUnit& unit, unsigned dst) {
  unsigned direct = 0;
  for (unsigned seq = 0; seq < 4800; ++seq) {
    Cell cell;
    cell.dst = n.topology.address(dst);
    cell.seq = seq;
    direct += unit.choose(terminal_of(n, 0), cell).vc == 2;
  }
  return direct;
}

// Weights 1 and 2, bias 40. Of 48 chips six are behind the direct link, as girth is five; on the
// way there the VCs of the port are compared, all of them short of 40 words.
TEST(RandomChip, TheSourceComparesQueues) {
  const Network n = make("ugal_l", slim_fly(5));
  RouteUnit unit = unit_of(n, 0);
  const unsigned dst = n.topology.chips[0].ports[0].peer_chip;
  EXPECT_EQ(sent_directly(n, unit, dst), 4800u) << "idle";
  unit.routed({0, 7}, 40);
  EXPECT_EQ(sent_directly(n, unit, dst), 4800u) << "40 <= 2 * 0 + 40";
  unit.routed({0, 7}, 1);
  EXPECT_NEAR(sent_directly(n, unit, dst), 600, 4 * 23) << "41 > 2 * 0 + 40 but behind port 0";
  for (uint8_t port = 1; port < 7; ++port) unit.routed({port, 3}, 1);
  EXPECT_EQ(sent_directly(n, unit, dst), 4800u) << "41 <= 2 * 1 + 40";
}

}  // namespace
}  // namespace tinsim
