// SPDX-License-Identifier: Apache-2.0
// Torus, fat tree, full mesh and graphs of one's own: zero-load latency, saturation, fidelity.
#include "tests/platform/graph_networks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

/// One cell from the host of each chip to that of each other, alone in the network. Returns latency
/// in cycles by pair of chips, from runs that each have one pair's latency only.
class IsolatedCells {
 public:
  explicit IsolatedCells(PlatformConfig config) : config_(std::move(config)) {
    config_.link.fc_refresh_us = 0;  // its sets may take the slot of a cell
    config_.traffic.assign(1, {});
    config_.traffic[0].pattern = TrafficPattern::trace;
    config_.traffic[0].class_ = {0};
  }

  /// The cells of all pairs for which `holds(src chip, dst chip)`, of 160 bytes; all must have
  /// taken `cycles`.
  template <class Holds>
  void expect(const Holds& holds, double cycles) {
    constexpr unsigned kApart = 2000;
    const Topology t = make_topology(config_);
    const GraphFile file(cells_of(t, holds, kApart), "cells.csv");
    config_.traffic[0].file = file.path();
    set_times(config_, 0, static_cast<double>((count_ + 1) * kApart) / config_.tin.core_mhz);
    const RunResult result = run_fresh(config_);
    ASSERT_GT(count_, 0u);
    EXPECT_EQ(result.latency_cycles.count(), count_);
    EXPECT_EQ(static_cast<double>(result.latency_cycles.min()), cycles);
    EXPECT_EQ(static_cast<double>(result.latency_cycles.max()), cycles);
  }

 private:
  template <class Holds>
  std::string cells_of(const Topology& t, const Holds& holds, unsigned apart) {
    std::string text = "cycle,src,dst,bytes,class\n";
    count_ = 0;
    for (unsigned src = 0; src < t.hosts.size(); ++src)
      for (unsigned dst = 0; dst < t.hosts.size(); ++dst)
        if (src != dst && holds(t.hosts[src].chip, t.hosts[dst].chip))
          text += fmt::format("{},{},{},160,0\n", uint64_t{apart} * count_++, src, dst);
    return text;
  }

  PlatformConfig config_;
  uint64_t count_ = 0;
};

/// 40 ns per TiN, the links, and 2.5 ns per word after the first, in cycles of 2.5 ns
/// (docs/explanation/architecture.md).
double formula(unsigned links, double link_cycles) { return 16 * (links + 1) + link_cycles + 19; }

/// All pairs at each distance, over links that all take `per_link` cycles beyond the TiNs.
void expect_formula(const PlatformConfig& config, double per_link) {
  const Topology t = make_topology(config);
  const auto distance = all_distances(t);
  IsolatedCells cells(config);
  for (unsigned links = 1; links <= diameter(t); ++links) {
    const auto at_distance = [&](unsigned a, unsigned b) { return distance[a][b] == links; };
    bool any = false;
    for (const HostInfo& a : t.hosts)
      for (const HostInfo& b : t.hosts) any |= at_distance(a.chip, b.chip);
    if (!any) continue;  // leaves of a tree are an even number of links apart
    SCOPED_TRACE(fmt::format("{} links", links));
    cells.expect(at_distance, formula(links, links * per_link));
  }
}

TEST(GraphZeroLoad, EveryPairOfATorusTakesTheFormulaToTheCycle) {
  PlatformConfig config = torus({5, 4});
  config.topology.tins_per_pod = 5;
  config.topology.link_kind = GraphLinkKind::local;
  config.link.local_m = 2.5;
  expect_formula(config, 5);
  config.topology.link_kind = GraphLinkKind::global;
  config.link.global_m = 10;
  config.routing.mode = RouteMode::minimal_deterministic;
  expect_formula(config, 12 + 20);
}

TEST(GraphZeroLoad, EveryPairOfAFatTreeAndAFullMeshTakesTheFormulaToTheCycle) {
  PlatformConfig tree = fat_tree(2, 3);
  tree.topology.link_kind = GraphLinkKind::global;
  tree.link.global_m = 20;
  expect_formula(tree, 12 + 40);
  PlatformConfig mesh = full_mesh(9, 2);
  mesh.topology.tins_per_pod = 4;
  mesh.topology.link_kind = GraphLinkKind::local;
  expect_formula(mesh, 2);
}

TEST(GraphZeroLoad, LinksHaveTheirOwnKindsAndLengths) {
  const GraphFile line("a,b,kind,count,metres\n0,1,local,1,7.5\n1,2,global,2,30\n2,3,global,1,\n");
  PlatformConfig config = line.config();
  config.topology.tins_per_pod = 2;
  config.link.global_m = 5;
  const double links[] = {2 * 7.5, 12 + 2 * 30, 12 + 2 * 5};
  IsolatedCells cells(config);
  for (unsigned from = 0; from < 4; ++from) {
    double cycles = 0;
    for (unsigned to = from + 1; to < 4; ++to) {
      cycles += links[to - 1];
      cells.expect(
          [&](unsigned a, unsigned b) { return (a == from && b == to) || (a == to && b == from); },
          formula(to - from, cycles));
    }
  }
}

// Routes of more links than the eleven that the usual hop count allows.
TEST(GraphZeroLoad, ALongRingIsCrossed) {
  PlatformConfig config = torus({30});
  config.topology.link_kind = GraphLinkKind::local;
  IsolatedCells cells(config);
  cells.expect([](unsigned a, unsigned b) { return (a + 15) % 30 == b; }, formula(15, 15 * 2));
}

/// A torus that nothing but its links limits.
PlatformConfig torus_of_links(std::initializer_list<unsigned> dims, unsigned ports) {
  PlatformConfig config = torus(dims);
  config.topology.terminal_ports_per_host = 4;
  config.topology.link_kind = GraphLinkKind::local;
  config.tin.switch_.ports = ports;
  config.routing.ordered_classes.clear();  // by default routed by hash
  return config;
}

RunResult load_torus(const PlatformConfig& config, const char* mode, double ports,
                     unsigned class_count) {
  Overload load;
  load.mode = mode;
  load.ports = ports;
  load.class_count = class_count;
  return saturate(config, load);
}

// A link carries k/8 of what a chip sends (k even, both ways round shared where they are as short),
// so that uniform traffic is limited to 8/k (Dally 1990); a host sends nothing to itself.
constexpr double kBound8x8 = 8.0 / 8 * 63 / 64;

// Beyond saturation through traffic and new cells compete as equals, and the phase behind the
// datelines, which few cells are in, cannot take over for the other: throughput falls.
TEST(TorusSaturation, UniformTrafficIsNeverAboveTheBisection) {
  const PlatformConfig config = torus_of_links({8, 8}, 8);
  for (const char* mode : {"minimal_deterministic", "minimal_adaptive"}) {
    const double reached = accepted(load_torus(config, mode, 2, 8));
    record(fmt::format("torus_8x8_{}_overload", mode), reached);
    EXPECT_LE(reached, kBound8x8 * kNeverAbove) << mode;
    EXPECT_GE(reached, 0.5 * kBound8x8) << mode;
  }
}

TEST(TorusSaturation, ThreeQuartersOfTheBisectionAreCarried) {
  const PlatformConfig config = torus_of_links({8, 8}, 8);
  for (const char* mode : {"minimal_deterministic", "minimal_adaptive"}) {
    const RunResult result = load_torus(config, mode, 0.75 * kBound8x8, 8);
    EXPECT_GE(accepted(result), 0.98 * offered(result)) << mode;
  }
}

// With all shortest routes and a VC for each hop the network stays near the bound.
TEST(TorusSaturation, AVcPerHopStaysNearTheBisectionUnderOverload) {
  PlatformConfig config = torus_of_links({8, 8}, 8);
  config.routing.scheme = RoutingScheme::hop_vc;
  const double reached = accepted(load_torus(config, "minimal_adaptive", 2, 3));
  record("torus_8x8_hop_vc_overload", reached);
  EXPECT_LE(reached, kBound8x8 * kNeverAbove);
  EXPECT_GE(reached, 0.8 * kBound8x8);
}

TEST(TorusSaturation, SmallerRingsAndMoreDimensionsKeepTheBound) {
  const double bound = 8.0 / 4 * 63 / 64;
  const double reached =
      accepted(load_torus(torus_of_links({4, 4, 4}, 10), "minimal_adaptive", 4, 6));
  record("torus_4x4x4_overload", reached);
  EXPECT_LE(reached, bound * kNeverAbove);
  EXPECT_GE(reached, 0.7 * bound);
}

/// Port rates per host that a permutation gets of those that it offers.
double permutation(unsigned arity, unsigned levels, const char* mode, double offered_ports,
                   unsigned class_count) {
  PlatformConfig config = fat_tree(arity, levels);
  config.tin.switch_.ports = 2 * arity;
  config.topology.link_kind = GraphLinkKind::local;
  config.routing.ordered_classes.clear();
  Overload load;
  load.pattern = "permutation";
  load.mode = mode;
  load.ports = offered_ports * arity;
  load.class_count = class_count;
  const RunResult result = saturate(config, load);
  return accepted(result) * static_cast<double>(result.chips) /
         static_cast<double>(make_topology(config).hosts.size());
}

// Full bisection: no permutation offers any cut more than it carries. What is missing at full load
// is each switch's own limit, as for one switch alone, and cells that share links on their way
// down, where there is no choice.
TEST(FatTreeSaturation, AdaptiveRoutesCarryAPermutation) {
  for (const auto& [arity, levels] : {std::pair{8u, 2u}, {4u, 3u}}) {
    const double full = permutation(arity, levels, "minimal_adaptive", 1, 10);
    record(fmt::format("fat_tree_{}_{}_full_load", arity, levels), full);
    EXPECT_LE(full, kNeverAbove);
    EXPECT_GE(full, 0.85);
    EXPECT_GE(permutation(arity, levels, "minimal_adaptive", 0.8, 10), 0.8 * 0.97);
  }
}

// A class and a host have one route: several of them share one link up.
TEST(FatTreeSaturation, FixedRoutesCarryLess) {
  const double adaptive = permutation(8, 2, "minimal_adaptive", 1, 2);
  const double fixed = permutation(8, 2, "minimal_deterministic", 1, 2);
  record("fat_tree_two_classes_adaptive", adaptive);
  record("fat_tree_two_classes_fixed", fixed);
  EXPECT_LT(fixed, 0.9 * adaptive);
}

TEST(GraphPatterns, HotspotAndIncastWorkAndLoseNothing) {
  for (const char* pattern : {"uniform", "permutation", "hotspot", "incast"})
    for (const PlatformConfig& base : {torus({4, 3}), fat_tree(3, 2), full_mesh(5)}) {
      PlatformConfig config = base;
      offer(config, pattern, 0.3);
      if (config.traffic[0].pattern == TrafficPattern::hotspot ||
          config.traffic[0].pattern == TrafficPattern::incast)
        config.traffic[0].targets = {1, 4};
      set_times(config, 5, 10);
      const RunResult result = run_fresh(config);
      EXPECT_GT(result.cells.delivered, 0u) << pattern;
      EXPECT_EQ(result.cells.dropped(), 0u) << pattern;
      EXPECT_EQ(result.cells.injected, result.cells.delivered + result.cells.in_flight) << pattern;
    }
}

// Windows follow the links that cross pods, whatever their kind and length.
TEST(GraphFidelity, CellsAndBitsGiveTheSameState) {
  const GraphFile square(
      "a,b,kind,count,metres\n0,1,global,1,3\n1,2,local,2,\n2,3,local,1,0\n"
      "3,0,global,1,40\n0,2,local,1,12\n");
  PlatformConfig ring = torus({4, 2});
  ring.topology.tins_per_pod = 2;
  ring.topology.link_kind = GraphLinkKind::local;
  PlatformConfig graph = square.config();
  graph.topology.tins_per_pod = 2;
  for (PlatformConfig config : {ring, graph}) {
    offer(config, "uniform", 0.6);
    set_times(config, 3, 5);
    config.link.fidelity = LinkFidelity::cell;
    const uint64_t cells = run_fresh(config).state_hash;
    config.link.fidelity = LinkFidelity::wire;
    EXPECT_EQ(run_fresh(config).state_hash, cells);
  }
}

// The block models alongside the chip core: VCs five apart, and a hop count of 14.
TEST(GraphFidelity, CoreAndPinsGiveTheSameState) {
  for (PlatformConfig config : {torus({4, 4, 4, 4}), torus({26})}) {
    offer(config, "uniform", 0.2).class_ = {0, 5};
    config.tin.switch_.ports = 9;  // what the block models have room for
    set_times(config, 1, 2);
    const uint64_t core = run_fresh(config).state_hash;
    config.tin.impl = SwitchImpl::lockstep_pins;
    config.tin.impl_chips = {3};
    EXPECT_EQ(run_fresh(config).state_hash, core);
  }
}

}  // namespace
}  // namespace tinsim
