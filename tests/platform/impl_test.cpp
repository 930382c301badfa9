// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: for any implementation of a chip, the result of the network is the same to the bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "base/errors.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// Results that must not depend on the implementation: all of the result but wall time, memory,
/// stalls (which pins do not show) and the note on what was compared.
struct Invariable {
  uint64_t hash, hops, injected, delivered, accepted;
  Histogram latency;
  std::vector<std::tuple<unsigned, unsigned, unsigned, uint64_t, uint64_t, uint64_t>> ports;
  FailureCounts failures;
  bool operator==(const Invariable& o) const {
    return std::tie(hash, hops, injected, delivered, accepted, latency, ports, failures.rerouted,
                    failures.waited, failures.escaped) ==
           std::tie(o.hash, o.hops, o.injected, o.delivered, o.accepted, o.latency, o.ports,
                    o.failures.rerouted, o.failures.waited, o.failures.escaped);
  }
};

Invariable run_as(const std::string& impl, PlatformConfig config) {
  config.tin.impl = Word{impl};
  const RunResult r = run_fresh(config);
  Invariable result{
      r.state_hash,     r.cell_hops, r.cells.injected, r.cells.delivered, r.accepted_words,
      r.latency_cycles, {},          r.failures.counts};
  for (const PortRow& p : r.ports) {
    result.ports.emplace_back(p.chip, p.port, p.vc, p.cells, p.words, p.peak_words);
  }
  return result;
}

Invariable run_as(const std::string& impl, const std::string& file,
                  const std::vector<std::string>& overrides) {
  return run_as(impl, load_config(TINSIM_SOURCE_DIR "/configs/" + file, overrides));
}

class Impl : public ::testing::TestWithParam<std::string> {};

TEST_P(Impl, OfOneSwitchChangesNothing) {
  const std::vector<std::string> set = {"run.measure_us=5", "traffic.0.load=0.8"};
  const Invariable model = run_as("model", "single_tin.yaml", set);
  EXPECT_GT(model.delivered, 1000u);
  EXPECT_TRUE(run_as(GetParam(), "single_tin.yaml", set) == model);
}

TEST_P(Impl, OfChipsWithGlobalLinksUnderCreditPressureChangesNothing) {
  const std::vector<std::string> set = {"run.measure_us=4",
                                        "run.warmup_us=2",
                                        "traffic.0.load=0.9",
                                        "tin.impl_chips=[3, 17]",
                                        "tin.vc_fifo.local_words=24",
                                        "tin.vc_fifo.global_words=64",
                                        "tin.output.queue_words=20",
                                        "tin.switch.islip_iterations=2",
                                        "traffic.0.cell_bytes={min: 16, max: 160}"};
  const Invariable model = run_as("model", "dragonfly_4pod.yaml", set);
  EXPECT_GT(model.delivered, 1000u);
  EXPECT_TRUE(run_as(GetParam(), "dragonfly_4pod.yaml", set) == model);
}

// A faster crossbar, shared words, and both, and another arbiter, which a variant_switch has.
TEST_P(Impl, OfAVariantOfTheSwitchChangesNothing) {
  const std::vector<std::string> faster = {"tin.switch.crossbar_speedup=2"};
  const std::vector<std::string> shared = {
      "tin.vc_fifo.local_words=20", "tin.vc_fifo.local_shared_words=60",
      "tin.vc_fifo.global_words=20", "tin.vc_fifo.global_shared_words=600"};
  std::vector<std::string> both = faster;
  both.insert(both.end(), shared.begin(), shared.end());
  const std::vector<std::string> base = {"run.measure_us=3",
                                         "run.warmup_us=1",
                                         "traffic.0.load=0.9",
                                         "tin.impl_chips=[3, 17]",
                                         "tin.switch.islip_iterations=2",
                                         "traffic.0.cell_bytes={min: 16, max: 160}"};
  const uint64_t hash_of_base = run_as("model", "dragonfly_4pod.yaml", base).hash;
  const std::vector<std::string> arbiter = {"tin.switch.arbiter=rrm"};
  for (const auto& variant : {faster, shared, both, arbiter}) {
    std::vector<std::string> set = base;
    set.insert(set.end(), variant.begin(), variant.end());
    const Invariable model = run_as("model", "dragonfly_4pod.yaml", set);
    EXPECT_GT(model.delivered, 1000u);
    EXPECT_TRUE(run_as(GetParam(), "dragonfly_4pod.yaml", set) == model) << variant.front();
    // Shared words are as many as the base chip's, and delay no cell here.
    const bool is_shared = variant.front() == shared.front();
    if (!is_shared) EXPECT_NE(model.hash, hash_of_base) << variant.front();
  }
}

// Lanes of pod 2 fail, those to the peers with numbers 5 to 9 of ten: chips of other pods take the
// tables of what is left in the same cycle, and cells go through them on the escape VCs.
TEST_P(Impl, OfChipsBesideFailuresChangesNothing) {
  const std::vector<std::string> set = {
      "run.measure_us=3",
      "run.warmup_us=1",
      "traffic.0.load=0.5",
      "tin.impl_chips=[3, 17]",
      "failures.repair_tables_us=1.003",
      "failures.events=[{links: pod2.*.port1*, percent: 90, at_us: 2}]"};
  const Invariable model = run_as("model", "dragonfly_4pod.yaml", set);
  EXPECT_GT(model.failures.escaped, 0u);
  EXPECT_TRUE(run_as(GetParam(), "dragonfly_4pod.yaml", set) == model);
}

// A ring of five loses the link between the next chip and the one behind, again and again: half of
// what chip 0 sends goes the other way round, from the cycle on in which tables change. They change
// in sixteen cycles, so that in some of them a cell is routed that a table of the cycle before
// would send elsewhere.
TEST_P(Impl, OfAChipWhoseTablesChangeChangesNothing) {
  std::string events;
  for (unsigned i = 0; i < 8; ++i) {
    events += fmt::format("{}{{links: pod0.tin1.port0, at_us: {:.4f}, for_us: 0.2}}",
                          i == 0 ? "" : ", ", 1.5 + 0.5075 * i);
  }
  const std::vector<std::string> set = {"topology.dims=[5]",
                                        "topology.tins_per_pod=5",
                                        "topology.terminal_ports_per_host=2",
                                        "run.measure_us=5",
                                        "run.warmup_us=1",
                                        "traffic.0.load=0.6",
                                        "traffic.0.cell_bytes=16",
                                        "tin.impl_chips=[0]",
                                        "failures.repair_tables_us=0.05",
                                        "failures.events=[" + events + "]"};
  const Invariable model = run_as("model", "torus.yaml", set);
  EXPECT_GT(model.failures.escaped + model.failures.waited, 0u);
  EXPECT_TRUE(run_as(GetParam(), "torus.yaml", set) == model);
}

// The chip whose turn in a window comes last is destroyed first: a Verilated one must not take part
// of the other with it.
TEST_P(Impl, OfChipsThatEndInAnotherOrderChangesNothing) {
  const std::string file = "../tests/data/rtl_chips.yaml";
  const Invariable model = run_as("model", file, {});
  EXPECT_GT(model.delivered, 50u);
  EXPECT_TRUE(run_as(GetParam(), file, {}) == model);
}

// Handshakes are cells of two words, the shortest: their last word is at the engine in the cycle in
// which their first one is seen to leave the pins. With packets of one class that fill their queue
// a CTD often arrives in the cycle of the next RTS, and is sent first.
TEST_P(Impl, OfAChipWithPacketsChangesNothing) {
  const PlatformConfig config =
      parse_config(
          "topology: {kind: pair, hosts_per_tin: 1, local_links_per_pair: 2}\n"
          "ip: {enabled: true, egress: {drop_threshold: 5, window_kib: 1}}\n"
          "ip_traffic: [{transport: none, gbps: 20, message_bytes: 1}]\n"
          "run: {warmup_us: 0, measure_us: 4}\n",
          "pair.yaml")
          .config;
  const Invariable model = run_as("model", config);
  EXPECT_GT(model.delivered, 500u);
  EXPECT_TRUE(run_as(GetParam(), config) == model);
}

#ifdef TINSIM_RTL
INSTANTIATE_TEST_SUITE_P(Each, Impl, ::testing::Values("pins", "lockstep_pins", "rtl", "lockstep"));
#else
INSTANTIATE_TEST_SUITE_P(Each, Impl, ::testing::Values("pins", "lockstep_pins"));

TEST(ImplWithoutRtl, IsAnErrorThatNamesTheCause) {
  try {
    run_as("rtl", "pair.yaml", {});
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "tin.impl: rtl is not in this build, which was made without Verilator; expected "
                 "model, pins or lockstep_pins");
  }
}
#endif

}  // namespace
}  // namespace tinsim
