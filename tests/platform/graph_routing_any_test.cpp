// SPDX-License-Identifier: Apache-2.0
// Routing of any graph: every route arrives and is as short as it can be; what the scheme, the hop
// count and the traffic that fits follow from.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "platform/network/routing/bounds.h"
#include "platform/network/routing/graph_tables.h"
#include "platform/network/routing/up_down.h"
#include "tests/platform/graph_routes.h"

namespace tinsim {
namespace {

// The checker itself: a candidate the long way round, and one that is missing.
TEST(GraphRouting, TheWalkerSeesADetourAndADeadEnd) {
  Network n{torus({7})};
  const size_t entry = n.tables[0].place(63, 0, gnet_address(0, 2, 0));
  Candidates candidates = n.tables[0].routes->minimal(entry);
  candidates[5] = 1;  // backwards, where the table leads here again
  n.tables[0].edit().set_minimal(entry, candidates);
  EXPECT_EQ(Walker(n, 2).from_terminal(0).least, 2u);
  EXPECT_GT(Walker(n, 2).from_terminal(0).most, 2u);
  candidates.fill(kNoRoute);
  n.tables[0].edit().set_minimal(entry, candidates);
  EXPECT_EQ(Walker(n, 2).from_terminal(0).most, kLost);
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
    if (config.topology.kind == TopologyKind::torus && config.topology.dims.size() == 2) {
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
