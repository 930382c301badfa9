// SPDX-License-Identifier: Apache-2.0
// Random valid configurations: no cell is lost, nothing depends on chance or on the implementation,
// and all figures of a result agree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "platform/config/reader.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// Draws configurations that validate() accepts, at the edges of their ranges as often as not.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  PlatformConfig config() {
    PlatformConfig c;
    shape(c);
    chip(c);
    c.link.local_m = of({0.0, 0.1, 1.0, 7.3, 1000.0});
    c.link.global_m = of({0.0, 0.1, 50.0, 1000.0});
    c.link.fec_cycles = of({0u, 12u, 100u});
    c.routing.mode =
        Word{of<std::string>({"minimal_deterministic", "minimal_adaptive", "deterministic",
                              "fully_adaptive", "valiant", "ugal_l"})};
    for (unsigned entries = between(1, 3); entries != 0; --entries) c.traffic.push_back(traffic(c));
    if (between(0, 1) == 0) c.run.warmup_us = 0;
    c.run.max_warmup_us = 0.5;
    c.run.measure_us = 400.0 / c.tin.core_mhz;
    c.run.seed = random_();
    c.run.audit = of({0u, 1u, 7u});
    return c;
  }

  unsigned between(unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(random_);
  }

 private:
  template <class T>
  T of(std::initializer_list<T> values) {
    return values.begin()[between(0, static_cast<unsigned>(values.size()) - 1)];
  }

  /// A random choice of at most `most` numbers below `limit`, at least one.
  std::vector<unsigned> some(unsigned limit, unsigned most) {
    std::vector<unsigned> all(limit);
    std::iota(all.begin(), all.end(), 0u);
    std::shuffle(all.begin(), all.end(), random_);
    all.resize(between(1, std::min(limit, most)));
    return all;
  }

  void shape(PlatformConfig& c) {
    TopologyConfig& t = c.topology;
    t.kind = Word{of<std::string>({"single", "pair", "dragonfly", "dragonfly", "dragonfly"})};
    tins_ = t.kind == TopologyKind::single ? 1 : t.kind == TopologyKind::pair ? 2 : between(1, 6);
    pods_ = t.kind != TopologyKind::dragonfly ? 1 : between(tins_ == 1 ? 2 : 1, tins_ > 3 ? 4 : 9);
    if (t.kind == TopologyKind::dragonfly) t.pods = pods_, t.tins_per_pod = tins_;
    t.hosts_per_tin = between(2, 4);
    t.terminal_ports_per_host = between(0, 2);
    t.local_links_per_pair = between(1, 4);
    t.global_links_per_pair = between(1, std::min(8u, 4 * tins_));
    const unsigned globals = ((pods_ - 1) * t.global_links_per_pair + tins_ - 1) / tins_;
    const unsigned needed = (tins_ - 1) * t.local_links_per_pair + globals +
                            t.hosts_per_tin * std::max(1u, t.terminal_ports_per_host);
    c.tin.switch_.ports = std::max(needed, of({needed, needed + 1, 50u}));
    hosts_ = pods_ * tins_ * t.hosts_per_tin;
  }

  void chip(PlatformConfig& c) {
    const unsigned phases = pods_ > 1 ? 3 : 1;
    c.tin.core_mhz = of({390u, 400u, 1000u});
    c.tin.switch_.islip_iterations = between(1, 4);
    c.tin.switch_.vcs = std::max(phases, between(1, 32));
    classes_ = std::min(10u, (c.tin.switch_.vcs - phases) / 3 + 1);
    c.tin.vc_fifo = {of({20u, 21u, 128u, 512u}), of({20u, 33u, 512u}), of({20u, 25u, 128u})};
    c.tin.output.queue_words = of({20u, 21u, 23u, 24u, 40u, 255u});
    if (between(0, 1) != 0) c.tin.output.strict_vcs = some(c.tin.switch_.vcs, 32);
    c.tin.output.weights.assign(c.tin.switch_.vcs, 1);
    for (unsigned& weight : c.tin.output.weights) weight = between(1, 255);
  }

  TrafficConfig traffic(const PlatformConfig& c) {
    TrafficConfig t;
    std::vector<std::string> patterns = {"uniform", "permutation", "hotspot", "incast"};
    if (pods_ > 1) patterns.push_back("adversarial");
    if (tins_ > 1) patterns.push_back("local_adversarial");
    t.pattern = Word{patterns[between(0, static_cast<unsigned>(patterns.size()) - 1)]};
    t.process = Word{of<std::string>({"bernoulli", "poisson", "onoff"})};
    t.load = of({0.0, 0.01, 0.3, 0.7, 1.0, 4.0});
    t.cell_bytes.items = of<std::vector<CellBytes::Item>>(
        {{{16, 1}}, {{160, 1}}, {{16, 3}, {160, 1}}, {{40, 1}, {48, 1}, {56, 1}}});
    t.class_ = some(classes_, 3);
    if (c.topology.kind == TopologyKind::single && between(0, 1) != 0)
      t.vc = TrafficVc::destination;
    const unsigned around = t.pattern == TrafficPattern::adversarial ? pods_ : tins_;
    t.offset = around > 1 ? between(1, around - 1) + around * between(0, 2) : 1;
    if (between(0, 2) == 0) t.sources = some(hosts_, hosts_);
    if (t.pattern == TrafficPattern::hotspot) t.targets = some(hosts_, 3);
    if (t.pattern == TrafficPattern::incast)
      t.targets = some(hosts_ - 1, 3), t.sources = {hosts_ - 1};
    t.fraction = of({0.0, 0.5, 1.0});
    t.burst_cells = of({1.0, 32.0});
    return t;
  }

  std::mt19937_64 random_;
  unsigned pods_ = 1, tins_ = 1, hosts_ = 1, classes_ = 1;
};

uint64_t delivered_in(const std::vector<Batch>& batches) {
  uint64_t cells = 0;
  for (const Batch& batch : batches) cells += batch.delivered_cells;
  return cells;
}

void expect_consistent(const PlatformConfig& config, const RunResult& r) {
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight);
  EXPECT_EQ(r.cells.dropped(), 0u);
  EXPECT_EQ(delivered_in(r.batches), r.latency_cycles.count());
  EXPECT_EQ(delivered_in(r.warmup_batches) + r.latency_cycles.count(), r.cells.delivered);
  uint64_t of_classes = 0, of_ports = 0, hops = 0;
  for (const ClassResult& c : r.classes) of_classes += c.latency_cycles.count();
  for (const TerminalPortResult& p : r.terminal_ports) of_ports += p.latency_cycles.count();
  EXPECT_EQ(of_classes, r.latency_cycles.count());
  EXPECT_EQ(of_ports, r.latency_cycles.count());
  for (const PortRow& p : r.ports) {
    hops += p.cells;
    EXPECT_GE(p.words, 2 * p.cells);
    EXPECT_LE(p.words, 20 * p.cells);
    EXPECT_LE(p.stall_cycles(), r.measure_cycles);
    EXPECT_LT(p.vc, config.tin.switch_.vcs);
  }
  if (r.warmup_cycles == 0) {
    EXPECT_EQ(hops, r.cell_hops);
  }
}

void expect_same(const RunResult& a, const RunResult& b, const std::string& what) {
  EXPECT_EQ(a.state_hash, b.state_hash) << what;
  EXPECT_EQ(a.cells.injected, b.cells.injected) << what;
  EXPECT_EQ(a.cells.delivered, b.cells.delivered) << what;
  EXPECT_EQ(a.cell_hops, b.cell_hops) << what;
  EXPECT_EQ(a.latency_cycles.count(), b.latency_cycles.count()) << what;
  EXPECT_EQ(a.hops_sum, b.hops_sum) << what;
}

TEST(RandomConfigurations, LoseNothingAndGiveTheSameResultEachTimeAndOnPins) {
  constexpr unsigned kConfigurations = 600;
  uint64_t cells = 0;
  for (unsigned seed = 1; seed <= kConfigurations; ++seed) {
    Draw draw(seed);
    PlatformConfig config = draw.config();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, print_config(config)));
    const RunResult first = run_fresh(config);
    expect_consistent(config, first);
    // All files written with a result are of the same run.
    const PlatformConfig written = parse_config(first.config_yaml, "config.yaml").config;
    expect_same(first, run_fresh(written), "the written configuration");
    config.tin.impl = SwitchImpl::pins;
    const auto chips = static_cast<unsigned>(first.chips);
    config.tin.impl_chips = {draw.between(0, chips - 1)};
    expect_same(first, run_fresh(config), fmt::format("chip {} on pins", config.tin.impl_chips[0]));
    cells += first.cells.delivered;
    if (HasFailure()) return;  // one configuration is enough
  }
  EXPECT_GT(cells, 100u * kConfigurations);
}

}  // namespace
}  // namespace tinsim
