// SPDX-License-Identifier: Apache-2.0
// Zero-load latency against the sum of the pipeline stages and the light in the cable
// (docs/explanation/architecture.md).
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

struct Cables {
  double local_m, global_m;  ///< multiples of half a metre: whole cycles at 400 MHz
};

/// Links of a minimal route; the number of TiNs is one more.
struct Path {
  unsigned locals = 0, globals = 0;
  unsigned cls() const { return globals * 3 + locals; }  ///< one traffic class per kind of path
};

/// T = `router` cycles (16: 40 ns) per TiN + (30 ns FEC + 5 ns/m) per global link + 5 ns/m per
/// local link + 2.5 ns per word after the first; in cycles of 2.5 ns.
double formula_cycles(Path path, Cables cables, unsigned bytes, unsigned router = 16) {
  return router * (path.locals + path.globals + 1) + path.globals * (12 + 2 * cables.global_m) +
         path.locals * 2 * cables.local_m + (bytes / 8 - 1);
}

/// The only minimal path, from the wiring alone. Precondition: one link between two pods.
Path path_between(const Topology& t, unsigned from_chip, unsigned to_chip) {
  const ChipInfo& from = t.chips[from_chip];
  const ChipInfo& to = t.chips[to_chip];
  if (from_chip == to_chip) return {0, 0};
  if (from.pod == to.pod) return {1, 0};
  for (unsigned exit = 0; exit < t.chips.size(); ++exit) {
    if (t.chips[exit].pod != from.pod) continue;
    for (const PortInfo& port : t.chips[exit].ports) {
      if (port.kind != PortKind::kGlobal || t.chips[port.peer_chip].pod != to.pod) continue;
      return {unsigned{exit != from_chip} + unsigned{port.peer_chip != to_chip}, 1};
    }
  }
  ADD_FAILURE() << "no link between the pods";
  return {};
}

/// A recorded trace: each host sends one cell to each, itself included, one every `apart` cycles.
class CellOfEachPair {
 public:
  /// Cells so far apart, in cycles, that no two are ever in the network together, on any path here.
  static constexpr unsigned kLone = 800;

  explicit CellOfEachPair(PlatformConfig config, unsigned apart = kLone)
      : file_(std::filesystem::path(testing::TempDir()) /
              fmt::format("cell_of_each_pair_{}.csv", getpid())),
        config_(std::move(config)),
        apart_(apart) {}
  ~CellOfEachPair() { std::filesystem::remove(file_); }

  RunResult run(Cables cables, unsigned bytes) {
    config_.link.local_m = cables.local_m;
    config_.link.global_m = cables.global_m;
    config_.link.fc_refresh_us = 0;  // its sets may take the slot of a cell
    const Topology topology = make_topology(config_);
    std::ofstream out(file_);
    out << "cycle,src,dst,bytes,class\n";
    cells_.clear();
    uint64_t cycle = 0;
    std::set<unsigned> used;
    for (unsigned src = 0; src < topology.hosts.size(); ++src) {
      for (unsigned dst = 0; dst < topology.hosts.size(); ++dst, cycle += apart_) {
        const Path path =
            path_between(topology, topology.hosts[src].chip, topology.hosts[dst].chip);
        out << fmt::format("{},{},{},{},{}\n", cycle, src, dst, bytes, path.cls());
        cells_[path.cls()].path = path;
        ++cells_[path.cls()].count;
        used.insert(path.cls());
      }
    }
    out.close();
    TrafficConfig trace;
    trace.pattern = TrafficPattern::trace;
    trace.file = file_.string();
    trace.class_.assign(used.begin(), used.end());
    config_.traffic = {trace};
    constexpr unsigned kDrain = 100000;  // cycles; any queue here is empty by then
    set_times(config_, 0, static_cast<double>(cycle + kDrain) / config_.tin.core_mhz);
    return run_fresh(config_);
  }

  struct Kind {
    Path path;
    uint64_t count = 0;
  };
  const std::map<unsigned, Kind>& kinds() const { return cells_; }  ///< by class

 private:
  std::filesystem::path file_;
  PlatformConfig config_;
  unsigned apart_;
  std::map<unsigned, Kind> cells_;
};

/// Every cell of every kind of path took exactly the formula's time. Returns the kinds seen.
std::size_t expect_formula(const PlatformConfig& config, Cables cables) {
  CellOfEachPair cells(config);
  for (unsigned bytes : {16u, 48u, 160u}) {
    const RunResult result = cells.run(cables, bytes);
    EXPECT_EQ(result.cells.in_flight, 0u);
    EXPECT_EQ(result.classes.size(), cells.kinds().size());
    for (const ClassResult& seen : result.classes) {
      const auto& kind = cells.kinds().at(seen.class_);
      SCOPED_TRACE(fmt::format("{} bytes over {} local and {} global links, {} m and {} m", bytes,
                               kind.path.locals, kind.path.globals, cables.local_m,
                               cables.global_m));
      EXPECT_EQ(seen.latency_cycles.count(), kind.count);
      const double expected =
          formula_cycles(kind.path, cables, bytes, config.tin.router_latency_cycles);
      EXPECT_EQ(static_cast<double>(seen.latency_cycles.min()), expected);
      EXPECT_EQ(static_cast<double>(seen.latency_cycles.max()), expected);
    }
  }
  return cells.kinds().size();
}

TEST(ZeroLoad, OneSwitchTakesSixteenCyclesAndTheWordsAfterTheFirst) {
  EXPECT_EQ(expect_formula(one_switch(8), {1, 50}), 1u);
}

TEST(ZeroLoad, AnyPairOfHostsOfTwoJoinedTinsTakesTheFormulaToTheCycle) {
  for (const Cables& cables : {Cables{1, 50}, Cables{0, 50}, Cables{7.5, 50}})
    EXPECT_EQ(expect_formula(of_kind("pair", 4, 2), cables), 2u);
}

TEST(ZeroLoad, AnyPairOfHostsOfAPodTakesTheFormulaToTheCycle) {
  for (const Cables& cables : {Cables{1, 50}, Cables{2.5, 50}})
    EXPECT_EQ(expect_formula(dragonfly(1, 12, 0, 2), cables), 2u);
}

// Own chip; local; global alone; local-global or global-local; local-global-local.
TEST(ZeroLoad, AnyPairOfHostsOfADragonflyTakesTheFormulaToTheCycle) {
  for (const Cables& cables : {Cables{1, 50}, Cables{1, 100}, Cables{3.5, 0.5}, Cables{20, 10}})
    EXPECT_EQ(expect_formula(canonical(), cables), 5u);
}

// Cut-through: a crossbar cannot overtake an arriving cell.
TEST(ZeroLoad, AFasterCrossbarChangesNothing) {
  for (unsigned speedup : {2u, 3u, 4u}) {
    PlatformConfig config = canonical();
    config.tin.switch_.crossbar_speedup = speedup;
    EXPECT_EQ(expect_formula(config, {1, 50}), 5u) << speedup;
  }
}

TEST(ZeroLoad, ASlowerRouterTakesItsCyclesInEachTin) {
  for (unsigned router : {17u, 100u}) {
    PlatformConfig config = canonical();
    config.tin.router_latency_cycles = router;
    EXPECT_EQ(expect_formula(config, {1, 50}), 5u) << router;
  }
}

// The worked example of docs/explanation/architecture.md: 4 * 40 + 30 + 250 + 10 + 47.5 ns, and 250
// ns more for 100 m.
TEST(ZeroLoad, LocalGlobalLocalTakes497NanosecondsOver50MetresAnd747Over100) {
  CellOfEachPair cells(canonical());
  const auto local_global_local_ns = [&](double metres) {
    const RunResult result = cells.run({1, metres}, 160);
    for (const ClassResult& seen : result.classes) {
      if (seen.class_ != Path{2, 1}.cls()) continue;
      EXPECT_EQ(seen.latency_cycles.min(), seen.latency_cycles.max());
      return cycles_to_ns(static_cast<double>(seen.latency_cycles.min()), result.core_mhz);
    }
    return 0.0;
  };
  EXPECT_EQ(local_global_local_ns(50), 497.5);
  EXPECT_EQ(local_global_local_ns(100), 747.5);
}

// A refresh set is due every P = floor(10 us / (2 ceil(32 VCs / 3))) = 181 cycles, in a slot fixed
// by the clock (rtl_models/fc_sender). Single cells 800 cycles apart fall on each of the P phases
// once in P cells, 181 being prime: one of them finds its header's slot taken and is a cycle late.
TEST(ZeroLoad, ARefreshSetTakesTheSlotOfOneHeaderInItsPeriod) {
  constexpr unsigned kPeriod = 181, kApart = CellOfEachPair::kLone, kWords = 20;
  const auto file =
      std::filesystem::path(testing::TempDir()) / fmt::format("cells_of_a_period_{}.csv", getpid());
  PlatformConfig config = of_kind("pair", 1, 1);
  config.link.local_m = 1;
  config.link.fc_refresh_us = 10;
  std::ofstream out(file);
  out << "cycle,src,dst,bytes,class\n";
  for (unsigned i = 0; i < kPeriod; ++i)
    out << fmt::format("{},0,1,{},0\n", i * kApart, kWords * 8);
  out.close();
  TrafficConfig trace;
  trace.pattern = TrafficPattern::trace;
  trace.file = file.string();
  trace.class_ = {0};
  config.traffic = {trace};
  set_times(config, 0, (kPeriod + 1) * kApart / config.tin.core_mhz);
  const RunResult result = run_fresh(config);
  std::filesystem::remove(file);
  const double formula = formula_cycles({1, 0}, {1, 50}, kWords * 8);
  EXPECT_EQ(result.latency_cycles.count(), kPeriod);
  EXPECT_EQ(static_cast<double>(result.latency_cycles.min()), formula);
  EXPECT_EQ(static_cast<double>(result.latency_cycles.max()), formula + 1);
  EXPECT_NEAR(result.latency_cycles.mean(), formula + 1.0 / kPeriod, 1e-9);
}

// The same cells, one each cycle: 20 words a cycle queue for what 9 global links carry per group.
TEST(ZeroLoad, NoCellIsEverFasterThanTheFormulaHoweverLoadedTheNetwork) {
  const Cables cables{1, 50};
  CellOfEachPair cells(canonical(), 1);
  const RunResult result = cells.run(cables, 160);
  EXPECT_EQ(result.cells.in_flight, 0u);
  EXPECT_EQ(result.classes.size(), cells.kinds().size());
  for (const ClassResult& seen : result.classes) {
    const auto& kind = cells.kinds().at(seen.class_);
    const double fastest = formula_cycles(kind.path, cables, 160);
    EXPECT_EQ(seen.latency_cycles.count(), kind.count);
    EXPECT_GE(static_cast<double>(seen.latency_cycles.min()), fastest);
    EXPECT_GT(seen.latency_cycles.mean(), fastest + 20) << "the network was not loaded";
  }
}

// Of the 575 other TiNs of the Clique 564 are in other pods; 2 of 12 TiNs hold a link to a given
// pod, and 11 of 12 of its TiNs are not the one where a link ends (docs/explanation/routing.md). A
// load of 0.1 % adds queueing of a few tenths of a cycle, so the mean is the formula's within 0.5
// %, and never below it.
TEST(ZeroLoad, MeanOfANearlyIdleCliqueIsTheFormulaOverItsMeanPath) {
  PlatformConfig config = clique();
  offer(config, "uniform", 0.008);
  set_times(config, 1, 100);
  const RunResult result = run_fresh(config);
  const double remote = 564.0 / 575, locals = remote * (10.0 / 12 + 11.0 / 12) + 11.0 / 575;
  const double mean = 16 * (1 + remote + locals) + remote * (12 + 2 * 50) + locals * 2 + 19;
  const double cells = static_cast<double>(result.latency_cycles.count());
  ASSERT_GT(cells, 8000);
  EXPECT_NEAR(static_cast<double>(result.hops_sum) / cells, 1 + remote + locals, 0.02);
  EXPECT_NEAR(result.latency_cycles.mean(), mean, 0.005 * mean);
  EXPECT_EQ(static_cast<double>(result.latency_cycles.min()), formula_cycles({1, 0}, {1, 50}, 160));
  record("cycles above the formula", result.latency_cycles.mean() - mean);
  record("TiNs per cell", static_cast<double>(result.hops_sum) / cells);
}

}  // namespace
}  // namespace tinsim
