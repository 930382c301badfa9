// SPDX-License-Identifier: Apache-2.0
// Routing of networks given as a graph: every route arrives and is as short as it can be, the proof
// holds, and planted faults are found.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "platform/routing/bounds.h"
#include "platform/routing/deadlock.h"
#include "platform/routing/graph_tables.h"
#include "platform/routing/shortest_path.h"
#include "platform/routing/up_down.h"
#include "tests/platform/graph_networks.h"

namespace tinsim {
namespace {

/// Least and most links of the routes from one chip to another, by following every candidate;
/// kLost where one does not arrive.
constexpr unsigned kLost = 1000;
struct Lengths {
  unsigned least = kLost, most = 0;
};

class Walker {
 public:
  Walker(const Network& n, unsigned dst) : n_(n), dst_(dst) {}

  Lengths from_terminal(unsigned src) { return from(src, 63); }  // a port without use: class 0

 private:
  Lengths from(unsigned chip, unsigned in_port, unsigned depth = 0) {
    if (chip == dst_) return {0, 0};
    if (depth > 40) return {kLost, kLost};
    const auto known = known_.find({chip, in_port});
    if (known != known_.end()) return known->second;
    const ChipInfo& to = n_.topology.chips[dst_];
    Lengths lengths;
    for (unsigned out : n_.tables[chip].minimal(in_port, 0, gnet_address(to.pod, to.tin, 0))) {
      if (out == kNoRoute) return {kLost, kLost};
      const PortInfo& link = n_.topology.chips[chip].ports[out];
      const Lengths rest = from(link.peer_chip, link.peer_port, depth + 1);
      lengths.least = std::min(lengths.least, rest.least + 1);
      lengths.most = std::max(lengths.most, rest.most + 1);
    }
    return known_[{chip, in_port}] = lengths;
  }

  const Network& n_;
  unsigned dst_;
  std::map<std::pair<unsigned, unsigned>, Lengths> known_;
};

/// Calls fn(src, dst, lengths) for every pair of different chips with hosts.
template <class Fn>
void for_each_pair(const Network& n, const Fn& fn) {
  const auto chips = chips_with_hosts(n.topology);
  for (unsigned dst : chips) {
    Walker walker(n, dst);
    for (unsigned src : chips)
      if (src != dst) fn(src, dst, walker.from_terminal(src));
  }
}

/// Every route has the length that Floyd and Warshall find.
void expect_minimal(const Network& n, const std::string& what) {
  const auto distance = all_distances(n.topology);
  unsigned wrong = 0;
  for_each_pair(n, [&](unsigned src, unsigned dst, Lengths lengths) {
    wrong += lengths.least != distance[src][dst] || lengths.most != distance[src][dst];
  });
  EXPECT_EQ(wrong, 0u) << what;
}

std::string first_fault(const DeadlockProof& proof) {
  if (!proof.cycle.empty()) return "cycle from " + proof.cycle[0];
  return proof.unreachable.empty() ? "" : proof.unreachable[0];
}

PlatformConfig with_scheme(PlatformConfig config, const char* scheme) {
  config.routing.scheme = scheme;
  return config;
}

// The checker itself: a candidate the long way round, and one that is missing.
TEST(GraphRouting, TheWalkerSeesADetourAndADeadEnd) {
  Network n{torus({7})};
  const size_t entry = n.tables[0].place(63, 0, gnet_address(0, 2, 0));
  n.tables[0].edit().minimal[entry][5] = 1;  // backwards, where the table leads here again
  EXPECT_EQ(Walker(n, 2).from_terminal(0).least, 2u);
  EXPECT_GT(Walker(n, 2).from_terminal(0).most, 2u);
  n.tables[0].edit().minimal[entry].fill(kNoRoute);
  EXPECT_EQ(Walker(n, 2).from_terminal(0).most, kLost);
}

TEST(DimensionOrderRouting, RoutesAreMinimalAndTheProofHoldsForManySizes) {
  for (const auto& dims : std::initializer_list<std::initializer_list<unsigned>>{{2},
                                                                                 {3},
                                                                                 {4},
                                                                                 {5},
                                                                                 {9},
                                                                                 {21},
                                                                                 {2, 2},
                                                                                 {3, 3},
                                                                                 {4, 4},
                                                                                 {5, 4},
                                                                                 {8, 8},
                                                                                 {2, 7},
                                                                                 {3, 4, 5},
                                                                                 {4, 4, 4},
                                                                                 {2, 2, 2, 2},
                                                                                 {3, 4, 2, 5},
                                                                                 {4, 4, 4, 4}})
    for (unsigned links : {1u, 3u}) {
      const Network n{torus(dims, links)};
      const std::string what = fmt::format("{} dimensions of {}", dims.size(), *dims.begin());
      expect_minimal(n, what);
      const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
      EXPECT_TRUE(proof.holds()) << what << ": " << first_fault(proof);
      unsigned datelines = 0, longest = 0;
      for (unsigned radix : dims) {
        datelines += radix >= 4;
        longest += radix / 2;
      }
      EXPECT_EQ(plan_routes(n.config, n.topology).vcs.phases, datelines + 1);
      EXPECT_EQ(proof.longest_route_links, longest);
    }
}

// Even radix k: a ring of dimension d carries all its k links in phases 0 to d, and the k/2 - 1
// links after the dateline in phase d + 1.
TEST(DimensionOrderRouting, TheChannelsAreThoseOfTheClosedForm) {
  for (const auto& [k, n] : {std::pair{8u, 2u}, {4u, 3u}, {6u, 2u}, {10u, 1u}}) {
    PlatformConfig config = torus({});
    config.topology.dims.assign(n, k);
    const Network network{config};
    unsigned chips = 1, channels = 0;
    for (unsigned d = 0; d < n; ++d) chips *= k;
    for (unsigned d = 0; d < n; ++d) channels += 2 * chips / k * ((d + 1) * k + k / 2 - 1);
    EXPECT_EQ(prove_deadlock_free(network.topology, network.tables).channels, channels);
  }
}

TEST(DimensionOrderRouting, BothWaysRoundAreTakenWhereTheyAreAsShort) {
  const Network n{torus({8})};
  const Candidates& across = n.tables[0].minimal(63, 0, gnet_address(0, 4, 0));
  EXPECT_EQ(std::count(across.begin(), across.end(), 0), 4);
  EXPECT_EQ(std::count(across.begin(), across.end(), 1), 4);
}

TEST(DimensionOrderRouting, WithoutDatelinesTheRingIsNamed) {
  Network n{torus({6})};
  for (RouteTable& table : n.tables) table.phase_increment_ports = 0;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_EQ(proof.cycle.size(), 6u);
  for (unsigned chip = 0; chip < 6; ++chip) {
    const auto of_chip = [&](unsigned port) {
      return std::count(proof.cycle.begin(), proof.cycle.end(),
                        fmt::format("pod 0 tin {} port {} vc 0", chip, port));
    };
    EXPECT_EQ(of_chip(0) + of_chip(1), 1);
  }
  EXPECT_THROW(require_deadlock_free(proof), ConfigError);
}

TEST(DimensionOrderRouting, OneDatelineTooFewIsFound) {
  Network n{torus({4, 4})};
  for (unsigned row = 0; row < 4; ++row)  // the dateline of dimension 0 in one row, one way
    n.tables[4 * row].phase_increment_ports &= row == 2 ? ~uint64_t{2} : ~uint64_t{0};
  EXPECT_EQ(prove_deadlock_free(n.topology, n.tables).cycle.size(), 4u);
}

TEST(UpDownRouting, FatTreeRoutesAreMinimalInOnePhase) {
  for (const auto& [k, levels] :
       {std::pair{2u, 2u}, {4u, 2u}, {12u, 2u}, {2u, 4u}, {3u, 3u}, {4u, 3u}, {2u, 6u}}) {
    const Network n{fat_tree(k, levels)};
    expect_minimal(n, fmt::format("{} {}", k, levels));
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    EXPECT_TRUE(proof.holds()) << first_fault(proof);
    EXPECT_EQ(proof.longest_route_links, 2 * (levels - 1));
    EXPECT_EQ(n.tables[0].vc_phases, 1u);
  }
}

// Two levels: each up link waits for the links down to the other leaves.
TEST(UpDownRouting, FatTreeDependenciesAreThoseOfTheClosedForm) {
  const Network n{fat_tree(8, 2)};
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_EQ(proof.channels, 2u * 8 * 8);
  EXPECT_EQ(proof.dependencies, 8u * 8 * 7);
}

// More than eight links up: each row names eight, all rows together each link equally often.
TEST(UpDownRouting, AllLinksUpAreUsedEqually) {
  for (unsigned arity : {4u, 12u, 16u, 24u}) {
    const Network n{fat_tree(arity, 2)};
    std::vector<unsigned> named(arity);
    for (unsigned leaf = 1; leaf < arity; ++leaf)
      for (unsigned port : n.tables[0].minimal(
               63, 0, gnet_address(n.topology.chips[leaf].pod, n.topology.chips[leaf].tin, 0)))
        ++named[port];
    const auto [least, most] = std::minmax_element(named.begin(), named.end());
    EXPECT_GT(*least, 0u) << arity;
    EXPECT_LE(*most - *least, 8u) << arity;  // rows do not divide by turns
  }
}

TEST(UpDownRouting, TheRootIsTheCentre) {
  const GraphFile star("a,b\nleaf1,hub\nhub,leaf2\nleaf3,hub\nleaf3,far\n");
  const Topology t = make_topology(star.config());
  EXPECT_EQ(tree_ranks(t), (UpDownRanks{1, 0, 2, 3, 4}));  // leaf1, hub, leaf2, leaf3, far
}

TEST(HopVcRouting, FullMeshGoesDirectly) {
  for (const auto& [chips, lanes] : {std::pair{2u, 1u}, {12u, 2u}, {40u, 1u}, {9u, 7u}}) {
    const Network n{full_mesh(chips, lanes)};
    expect_minimal(n, "mesh");
    const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
    EXPECT_TRUE(proof.holds()) << first_fault(proof);
    EXPECT_EQ(proof.channels, chips * (chips - 1) * lanes);
    EXPECT_EQ(proof.dependencies, 0u);
  }
}

TEST(HopVcRouting, ThePetersenGraphNeedsTwoVcsForLinksAndOneForDelivery) {
  PlatformConfig config = graph_kind("graph");
  config.topology.file = TINSIM_SOURCE_DIR "/configs/graphs/petersen.csv";
  const Network n{with_scheme(config, "hop_vc")};
  expect_minimal(n, "petersen");
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  EXPECT_TRUE(proof.holds()) << first_fault(proof);
  EXPECT_EQ(n.tables[0].vc_phases, 3u);
  EXPECT_EQ(proof.channels, 2u * 30);      // each directed link, first or second
  EXPECT_EQ(proof.dependencies, 30u * 2);  // then either of the two links on
  // Without increments the ring of five waits for itself.
  Network flat = n;
  for (RouteTable& table : flat.tables) table.phase_increment_ports = 0;
  EXPECT_GE(prove_deadlock_free(flat.topology, flat.tables).cycle.size(), 5u);
}

TEST(HopVcRouting, OnePhaseTooFewIsFoundAtTheDelivery) {
  Network n{with_scheme(torus({5}), "hop_vc")};
  for (RouteTable& table : n.tables) table.vc_phases = 2;
  const DeadlockProof proof = prove_deadlock_free(n.topology, n.tables);
  ASSERT_FALSE(proof.unreachable.empty());
  EXPECT_NE(proof.unreachable[0].find("delivery needs more than 2 VC phases"), std::string::npos)
      << proof.unreachable[0];
}

TEST(HopVcRouting, NamesEveryShortestPort) {
  const Network n{with_scheme(torus({4, 4}, 2), "hop_vc")};
  const Candidates& c = n.tables[0].minimal(63, 0, gnet_address(0, 10, 0));  // opposite corner
  EXPECT_EQ(std::set<unsigned>(c.begin(), c.end()), (std::set<unsigned>{0, 1, 2, 3, 4, 5, 6, 7}));
}

/// A connected graph: a random tree and some more edges, some of them several links.
std::string random_graph(unsigned nodes, unsigned extra, uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::set<std::pair<unsigned, unsigned>> edges;
  for (unsigned node = 1; node < nodes; ++node) edges.insert({below(node), node});
  for (unsigned i = 0; i < extra; ++i) {
    const unsigned a = below(nodes), b = below(nodes);
    if (a != b) edges.insert(std::minmax(a, b));
  }
  std::string text = "a,b,count\n";
  for (const auto& [a, b] : edges) text += fmt::format("{},{},{}\n", a, b, 1 + below(2));
  return text;
}

bool few_links(const std::string& text, unsigned nodes) {
  std::vector<unsigned> degree(nodes);
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    unsigned a, b, count;
    std::sscanf(line.c_str(), "%u,%u,%u", &a, &b, &count);
    degree[a] += count;
    degree[b] += count;
  }
  return *std::max_element(degree.begin(), degree.end()) < 64;
}

RC_GTEST_PROP(GraphRouting, AnyGraphIsRoutedMinimallyWithAVcPerHop, ()) {
  const auto nodes = *rc::gen::inRange(2u, 40u);
  const auto text =
      random_graph(nodes, *rc::gen::inRange(0u, 60u), *rc::gen::arbitrary<uint32_t>());
  RC_PRE(few_links(text, nodes));
  const GraphFile file(text);
  RC_PRE(diameter(make_topology(file.config())) <= 30);
  const Network n{with_scheme(file.config(), "hop_vc")};
  const auto distance = all_distances(n.topology);
  for_each_pair(n, [&](unsigned src, unsigned dst, Lengths lengths) {
    RC_ASSERT(lengths.least == distance[src][dst]);
    RC_ASSERT(lengths.most == distance[src][dst]);
  });
  RC_ASSERT(first_fault(prove_deadlock_free(n.topology, n.tables)) == "");
  RC_ASSERT(prove_deadlock_free(n.topology, n.tables).holds());
  RC_ASSERT(n.tables[0].vc_phases == diameter(n.topology) + 1);
}

/// Shortest up*/down* routes by brute force over (chip, has come down).
std::vector<unsigned> legal_distances(const Topology& t, const UpDownRanks& ranks, unsigned src) {
  std::vector<unsigned> best(t.chips.size(), kLost);
  std::set<std::pair<unsigned, bool>> seen = {{src, false}}, front = seen;
  for (unsigned links = 0; !front.empty(); ++links) {
    std::set<std::pair<unsigned, bool>> next;
    for (const auto& [chip, came_down] : front) {
      best[chip] = std::min(best[chip], links);
      for (const PortInfo& port : t.chips[chip].ports) {
        if (!is_link(port)) continue;
        const bool up = ranks[port.peer_chip] < ranks[chip];
        if (up && came_down) continue;
        if (seen.insert({port.peer_chip, !up}).second) next.insert({port.peer_chip, !up});
      }
    }
    front = next;
  }
  return best;
}

RC_GTEST_PROP(GraphRouting, AnyGraphIsRoutedUpAndDownInOnePhase, ()) {
  const auto nodes = *rc::gen::inRange(2u, 40u);
  const auto text =
      random_graph(nodes, *rc::gen::inRange(0u, 60u), *rc::gen::arbitrary<uint32_t>());
  RC_PRE(few_links(text, nodes));
  const GraphFile file(text);
  RC_PRE(diameter(make_topology(file.config())) <= 12);
  const Network n{with_scheme(file.config(), "up_down")};
  const UpDownRanks ranks = tree_ranks(n.topology);
  std::vector<std::vector<unsigned>> legal;
  for (unsigned src = 0; src < nodes; ++src)
    legal.push_back(legal_distances(n.topology, ranks, src));
  for_each_pair(n, [&](unsigned src, unsigned dst, Lengths lengths) {
    RC_ASSERT(lengths.least == legal[src][dst]);
    RC_ASSERT(lengths.most == legal[src][dst]);
  });
  RC_ASSERT(first_fault(prove_deadlock_free(n.topology, n.tables)) == "");
  RC_ASSERT(prove_deadlock_free(n.topology, n.tables).holds());
}

TEST(GraphRouting, AutoTakesAVcPerHopWhileTheClassesLeaveEnough) {
  const GraphFile ring("a,b\n0,1\n1,2\n2,3\n3,4\n4,5\n5,0\n");  // diameter 3: four phases
  PlatformConfig config = ring.config();
  config.tin.switch_.vcs = 16;
  config.traffic[0].class_ = {0, 3};  // 3 * 4 + 4 = 16
  const Topology t = make_topology(config);
  EXPECT_EQ(plan_routes(config, t).scheme, Scheme::kHopVc);
  EXPECT_EQ(plan_routes(config, t).vcs.stride, 4u);
  config.tin.switch_.vcs = 15;
  EXPECT_EQ(plan_routes(config, t).scheme, Scheme::kUpDown);
  EXPECT_EQ(plan_routes(config, t).vcs.stride, 3u);
  EXPECT_EQ(plan_routes(config, t).vcs.phases, 1u);
}

TEST(GraphRouting, AHopCountFollowsTheLongestRouteUpToItsFiveBits) {
  EXPECT_EQ(Network(torus({4, 4})).tables[0].initial_hop, 12);
  EXPECT_EQ(Network(torus({22})).tables[0].initial_hop, 12);  // 11 links
  EXPECT_EQ(Network(torus({24})).tables[0].initial_hop, 13);
  EXPECT_EQ(Network(torus({61})).tables[0].initial_hop, 31);  // 30 links
  EXPECT_THROW(Network(torus({62})), ConfigError);
}

TEST(GraphRouting, TheLargestNetworksAreProved) {
  for (const PlatformConfig& config :
       {torus({32, 32}, 1), fat_tree(4, 5), torus({10, 10, 10}, 1)}) {
    if (config.topology.kind == "torus" && config.topology.dims.size() == 2) {
      EXPECT_THROW(Network{config}, ConfigError);  // 32 links
      continue;
    }
    const Network n{config};
    EXPECT_TRUE(prove_deadlock_free(n.topology, n.tables).holds());
  }
}

TEST(GraphBounds, UniformTrafficInATorusIsLimitedByTheBisection) {
  for (const auto& [k, n] : {std::pair{8u, 2u}, {4u, 2u}, {4u, 3u}, {6u, 1u}}) {
    PlatformConfig config = torus({});
    config.topology.dims.assign(n, k);
    const Network network{config};
    const double chips = static_cast<double>(network.topology.chips.size());
    const ThroughputBound bound =
        throughput_bound(network.topology, network.tables, uniform_matrix(network.topology));
    // k/8 of what a chip sends crosses each of its links, of N - 1 destinations instead of N.
    EXPECT_NEAR(std::max(bound.max_local, bound.max_global), k / 8.0 * chips / (chips - 1), 1e-9);
    EXPECT_NEAR(bound.mean_links, n * k / 4.0 * chips / (chips - 1), 1e-9);
  }
}

TEST(GraphBounds, AFatTreeCarriesUniformTrafficInFull) {
  const Network n{fat_tree(4, 3)};
  const ThroughputBound bound = throughput_bound(n.topology, n.tables, uniform_matrix(n.topology));
  // Of 64 hosts 16 leaves have four each: per leaf 4 R, of 48 chips a third are leaves.
  EXPECT_NEAR(bound.per_chip_ports, 4.0 / 3, 1e-9);
}

}  // namespace
}  // namespace tinsim
