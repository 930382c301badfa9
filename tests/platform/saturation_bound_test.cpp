// SPDX-License-Identifier: Apache-2.0
// Random uneven networks in overload: no link carries more than a word per cycle, and no more is
// accepted than the bound that is reported alongside it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "platform/config/reader.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

constexpr unsigned kLongestCell = 20;  // words

/// Draws networks whose chips have unequal numbers of links, in every mode.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed), seed_(seed) {}

  PlatformConfig config() {
    PlatformConfig c;
    shape(c);
    TrafficConfig t;
    t.pattern = Word{pattern(c)};
    t.load = of({0.5, 0.8, 1.0, 1.5, 2.0});
    t.cell_bytes.items = of<std::vector<CellBytes::Item>>({{{160, 1}}, {{16, 1}, {160, 1}}});
    t.class_ = of<std::vector<unsigned>>({{0}, {0, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7}});
    const unsigned around =
        t.pattern == TrafficPattern::adversarial ? c.topology.pods : c.topology.tins_per_pod;
    t.offset = around > 1 ? between(1, around - 1) : 1;
    c.traffic = {t};
    c.run.warmup_us = of<double>({0, 1, 2});
    c.run.measure_us = 3;
    c.run.seed = seed_;
    return c;
  }

 private:
  unsigned between(unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(random_);
  }
  template <class T>
  T of(std::initializer_list<T> values) {
    return values.begin()[between(0, static_cast<unsigned>(values.size()) - 1)];
  }

  void shape(PlatformConfig& c) {
    TopologyConfig& t = c.topology;
    t.kind = Word{
        of<std::string>({"dragonfly", "dragonfly", "graph", "torus", "fat_tree", "flattened"})};
    t.hosts_per_tin = between(1, 3);
    t.terminal_ports_per_host = between(1, 3);
    t.local_links_per_pair = between(1, 3);
    c.routing.mode = Word{of<std::string>({"minimal_deterministic", "minimal_adaptive"})};
    if (t.kind == TopologyKind::dragonfly) {
      t.pods = between(2, 6);
      t.tins_per_pod = between(1, 5);
      t.global_links_per_pair = between(1, 6);
      c.routing.mode =
          Word{of<std::string>({"minimal_deterministic", "minimal_adaptive", "deterministic",
                                "fully_adaptive", "valiant", "ugal_l"})};
    } else {
      t.tins_per_pod = between(2, 6);
      t.chips = between(2, 8);
      t.dims.assign(between(1, 2), 0);
      for (unsigned& dim : t.dims) dim = between(2, 5);
      t.arity = between(2, 3);
    }
    if (t.kind == TopologyKind::graph) t.file = graph_file();
  }

  std::string graph_file() {
    const unsigned nodes = between(3, 10);
    std::map<std::pair<unsigned, unsigned>, unsigned> edges;
    for (unsigned b = 1; b < nodes; ++b) edges[{between(0, b - 1), b}] = between(1, 5);
    for (unsigned more = between(0, nodes); more != 0; --more) {
      const unsigned a = between(0, nodes - 2);
      edges[{a, between(a + 1, nodes - 1)}] = between(1, 5);
    }
    const auto path =
        std::filesystem::path(testing::TempDir()) / fmt::format("uneven{}.csv", seed_);
    std::ofstream out(path);
    out << "a,b,count\n";
    for (const auto& [ends, count] : edges)
      out << ends.first << ',' << ends.second << ',' << count << '\n';
    return path.string();
  }

  std::string pattern(const PlatformConfig& c) {
    std::vector<std::string> patterns = {"uniform", "uniform", "permutation"};
    if (c.topology.kind == TopologyKind::dragonfly) {
      patterns.insert(patterns.end(), {"adversarial", "adversarial"});
      if (c.topology.tins_per_pod > 1) patterns.emplace_back("local_adversarial");
    }
    return patterns[between(0, static_cast<unsigned>(patterns.size()) - 1)];
  }

  std::mt19937_64 random_;
  unsigned seed_;
};

double accepted_gbps(const RunResult& r) {
  return static_cast<double>(r.accepted_words) * r.core_mhz * 0.064 /
         static_cast<double>(r.measure_cycles * r.chips);
}

TEST(SaturationBound, IsNeverExceededInRandomNetworks) {
  unsigned uneven = 0, saturated = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const PlatformConfig config = Draw(seed).config();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, print_config(config)));
    const RunResult r = run_fresh(config);
    std::map<std::pair<unsigned, unsigned>, uint64_t> words;
    // A cell that left its FIFO in the measurement may have begun to before.
    for (const PortRow& row : r.ports) words[{row.chip, row.port}] += row.words;
    for (const auto& [port, count] : words)
      EXPECT_LT(count, r.measure_cycles + kLongestCell) << port.first << '/' << port.second;
    ASSERT_FALSE(r.bounds.empty());
    EXPECT_LE(accepted_gbps(r), r.bounds.back().gbps_per_tin * (1 + 1e-12));
    for (size_t i = 1; i < r.bounds.size(); ++i)
      EXPECT_GT(r.bounds[i].gbps_per_tin, r.bounds[i - 1].gbps_per_tin);
    // Of what is in flight when the measurement begins, a cell at each terminal port counts as
    // accepted in it, though most of its words may have come before.
    const BoundNote& last =
        r.bounds.back().name == "under way" ? r.bounds.end()[-2] : r.bounds.back();
    const double cells = static_cast<double>(r.terminal_ports.size() * kLongestCell);
    EXPECT_LE(accepted_gbps(r),
              last.gbps_per_tin +
                  cells * r.core_mhz * 0.064 / static_cast<double>(r.measure_cycles * r.chips));
    uneven += accepted_gbps(r) > 1.02 * r.bounds.front().gbps_per_tin;
    saturated += r.verdict.saturated;
    if (HasFailure()) return;  // one configuration is enough
  }
  // The first bound, where all sources are slowed equally, is not one on what these accept in all.
  EXPECT_GE(uneven, 10u);
  EXPECT_GE(saturated, 50u);
}

}  // namespace
}  // namespace tinsim
