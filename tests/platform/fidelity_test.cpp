// SPDX-License-Identifier: Apache-2.0
// `link.fidelity`: random networks give one and the same result at cell and at wire fidelity.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "platform/config/reader.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// The content of the slots of a link is decided ahead, up to so many slots, and at cell fidelity
/// for a whole cell: at the end of a run the counts differ by what the slots ahead can hold.
constexpr int64_t kSlotsAhead = 5;

bool near(const LinkRow& a, const LinkRow& b) {
  const auto within = [](uint64_t x, uint64_t y, int64_t most) {
    return std::abs(static_cast<int64_t>(x) - static_cast<int64_t>(y)) <= most;
  };
  return within(a.cells_sent, b.cells_sent, (kSlotsAhead + 1) / 2) &&  // of two words at least
         within(a.slots.timesync, b.slots.timesync, 1) &&
         within(a.slots.fc, b.slots.fc, 1 + (kSlotsAhead + 3) / 4) &&  // four slots apart
         within(a.slots.cell, b.slots.cell, kSlotsAhead + 20 - 1);
}

/// All of a result that a fidelity could change, but what a run costs and its notes.
struct Seen {
  uint64_t hash, hops, injected, delivered, in_flight, accepted;
  Histogram latency;
  std::vector<std::tuple<unsigned, unsigned, unsigned, uint64_t, uint64_t, uint64_t>> ports;
  std::vector<LinkRow> links;

  explicit Seen(const RunResult& r)
      : hash(r.state_hash),
        hops(r.cell_hops),
        injected(r.cells.injected),
        delivered(r.cells.delivered),
        in_flight(r.cells.in_flight),
        accepted(r.accepted_words),
        latency(r.latency_cycles),
        links(r.links) {
    for (const PortRow& p : r.ports)
      ports.emplace_back(p.chip, p.port, p.vc, p.cells, p.words, p.peak_words);
  }
  /// The first field that differs; empty when none does.
  std::string differs_in(const Seen& o) const {
    if (hash != o.hash) return "state hash";
    if (hops != o.hops) return "cell hops";
    if (injected != o.injected || delivered != o.delivered || in_flight != o.in_flight)
      return "cells";
    if (accepted != o.accepted) return "accepted words";
    if (!(latency == o.latency)) return "latency";
    if (ports != o.ports) return "ports";
    const bool same = std::equal(links.begin(), links.end(), o.links.begin(), o.links.end(), near);
    return same ? "" : "slots of a link";
  }
};

/// Draws networks with links, at the edges of what their flow control can bear.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  PlatformConfig config() {
    PlatformConfig c;
    shape(c);
    c.tin.switch_.islip_iterations = between(1, 2);
    c.tin.switch_.crossbar_speedup = of({1u, 1u, 2u, 3u});
    c.tin.switch_.vcs = of({4u, 32u});
    c.tin.vc_fifo = {of({20u, 21u, 40u, 128u}), of({20u, 33u, 70u, 512u}), of({20u, 128u})};
    c.tin.output.queue_words = of({20u, 21u, 24u, 40u});
    link(c);
    c.routing.mode = Word{of<std::string>({"minimal_deterministic", "minimal_adaptive"})};
    traffic(c);
    c.run.warmup_us = of<double>({0, 1.5});
    c.run.measure_us = 6;
    c.run.seed = random_();
    c.run.audit = of({0u, 7u});
    return c;
  }
  unsigned between(unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(random_);
  }
  template <class T>
  T of(std::initializer_list<T> values) {
    return values.begin()[between(0, static_cast<unsigned>(values.size()) - 1)];
  }

 private:
  void shape(PlatformConfig& c) {
    TopologyConfig& t = c.topology;
    t.kind = Word{of<std::string>({"pair", "dragonfly", "dragonfly", "dragonfly"})};
    unsigned tins = 2, pods = 1, globals = 0;
    if (t.kind == TopologyKind::dragonfly) {
      t.tins_per_pod = tins = between(1, 3);
      t.pods = pods = between(tins == 1 ? 2 : 1, 4);
      t.global_links_per_pair = between(1, 2);
      globals = ((pods - 1) * t.global_links_per_pair + tins - 1) / tins;
    }
    t.hosts_per_tin = between(1, 3);
    t.terminal_ports_per_host = 1;
    t.local_links_per_pair = between(1, 2);
    c.tin.switch_.ports =
        std::max(2u, (tins - 1) * t.local_links_per_pair + globals + t.hosts_per_tin);
  }

  void link(PlatformConfig& c) {
    const double sets = c.tin.switch_.vcs == 4 ? 4 : 22;  // 2 per 3 VCs
    const double min_refresh = sets * 32 / c.tin.core_mhz;
    c.link.local_m = of({0.0, 1.0, 7.3});
    c.link.global_m = of({0.0, 1.0, 30.0});
    c.link.fec_cycles = of({0u, 12u});
    c.link.fc_hold_cycles = of({0u, 1u, 32u, 255u, between(2, 254)});
    c.link.fc_refresh_us = of({0.0, min_refresh, 5.0, 20.0});
    c.link.timesync_us = of({0.0, 0.1, 1.0});
  }

  void traffic(PlatformConfig& c) {
    TrafficConfig t;
    t.pattern = Word{of<std::string>({"uniform", "uniform", "permutation"})};
    t.process = Word{of<std::string>({"bernoulli", "poisson", "onoff"})};
    t.load = of({0.3, 0.8, 1.0, 1.2});
    t.cell_bytes.items = of<std::vector<CellBytes::Item>>(
        {{{16, 1}}, {{160, 1}}, {{16, 3}, {160, 1}}, {{40, 1}, {48, 1}, {56, 1}}});
    const unsigned classes = c.tin.switch_.vcs == 4 ? 1 : 10;
    t.class_.clear();
    for (unsigned i = of({1u, classes}); i-- > 0;) t.class_.push_back(i);
    c.traffic = {t};
  }

  std::mt19937_64 random_;
};

Seen run_at(PlatformConfig config, const std::string& fidelity,
            const std::vector<std::string>& wire_links = {}) {
  config.link.fidelity = Word{fidelity};
  config.link.wire_links = wire_links;
  return Seen(run_fresh(config));
}

uint64_t credit_stalls(const RunResult& result) {
  uint64_t stalls = 0;
  for (const PortRow& port : result.ports) stalls += port.stall_credit_cycles;
  return stalls;
}

TEST(Fidelity, OfAllOrSomeLinksChangesNothingInRandomNetworks) {
  constexpr unsigned kNetworks = 300;
  unsigned under_pressure = 0;
  uint64_t cells = 0;
  for (unsigned seed = 1; seed <= kNetworks && !HasFailure(); ++seed) {
    Draw draw(seed);
    const PlatformConfig config = draw.config();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, print_config(config)));
    const RunResult result = run_fresh(config);
    const Seen cell(result);
    EXPECT_EQ(run_at(config, "wire").differs_in(cell), "") << "all at wire fidelity";
    // Port 0 of a chip is a link; all links of a pod have an end in it.
    const auto some = draw.of<std::string>({"pod0.*.*", "*.*.port0", "*.tin0.*"});
    EXPECT_EQ(run_at(config, "cell", {some}).differs_in(cell), "") << some;
    cells += cell.delivered;
    under_pressure += credit_stalls(result) > result.measure_cycles;
  }
  EXPECT_GT(cells, 200u * kNetworks);
  EXPECT_GT(under_pressure, kNetworks / 3);  // some head lacked credit in every cycle
  RecordProperty("networks_under_credit_pressure", std::to_string(under_pressure));
}

PlatformConfig small_dragonfly() {
  PlatformConfig config;
  config.topology.pods = 2;
  config.topology.tins_per_pod = 2;
  config.topology.terminal_ports_per_host = 1;
  config.topology.global_links_per_pair = 2;
  config.topology.local_links_per_pair = 1;
  config.tin.switch_.ports = 4;
  config.tin.vc_fifo = {24, 70, 20};
  config.link.global_m = 5;
  config.link.timesync_us = 0.5;
  config.traffic.resize(1);
  config.traffic[0].load = 1.1;
  config.traffic[0].cell_bytes.items = {{16, 1}, {160, 1}};
  config.run.warmup_us = 1;
  config.run.measure_us = 5;
  return config;
}

TEST(Fidelity, WhateverImplementsAChipChangesNothing) {
#ifdef TINSIM_RTL
  const std::vector<std::string> impls = {"pins", "lockstep_pins", "rtl", "lockstep"};
#else
  const std::vector<std::string> impls = {"pins", "lockstep_pins"};
#endif
  PlatformConfig config = small_dragonfly();
  const Seen cell = run_at(config, "cell");
  EXPECT_GT(cell.delivered, 500u);
  for (const std::string& impl : impls) {
    config.tin.impl = Word{impl};
    config.tin.impl_chips = {2};
    EXPECT_EQ(run_at(config, "cell").differs_in(cell), "") << impl;
    EXPECT_EQ(run_at(config, "wire").differs_in(cell), "") << impl << " at wire fidelity";
    EXPECT_EQ(run_at(config, "cell", {"pod0.tin1.port1"}).differs_in(cell), "")
        << impl << " beside a link at wire fidelity";
  }
}

// Planted errors that the comparison must detect: the smallest differences that a fidelity could
// have.
TEST(Fidelity, ALinkThatIsACycleLongerIsNoticed) {
  const PlatformConfig config = small_dragonfly();
  const Seen cell = run_at(config, "cell");
  PlatformConfig longer = config;
  longer.link.local_m += 0.5;  // 5 ns/m at 400 MHz
  EXPECT_NE(run_at(longer, "wire").differs_in(cell), "");
  longer = config;
  longer.link.global_m += 0.5;
  EXPECT_NE(run_at(longer, "wire").differs_in(cell), "");
}

TEST(Fidelity, AnUpdateThatWaitsACycleLongerIsNoticed) {
  PlatformConfig config = small_dragonfly();
  const Seen cell = run_at(config, "cell");
  ++config.link.fc_hold_cycles;
  EXPECT_NE(run_at(config, "wire").differs_in(cell), "");
}

TEST(Fidelity, OneLostFlowControlSetIsNoticed) {
  PlatformConfig config = small_dragonfly();
  const Seen cell = run_at(config, "cell");
  LinkFaultConfig lost;
  lost.kind = LinkFaultKind::drop_fc;
  lost.links = "pod0.tin0.port0";
  lost.direction = LinkDirection::from;
  lost.at_us = 1.5;
  config.link.faults = {lost};
  EXPECT_NE(run_at(config, "cell").differs_in(cell), "");
}

}  // namespace
}  // namespace tinsim
