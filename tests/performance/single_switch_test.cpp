// SPDX-License-Identifier: Apache-2.0
// One switch against queueing theory: head-of-line saturation, full throughput with a VC per
// output, and the delay of an ideal output-queued switch.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

constexpr unsigned kSlot = 20;  ///< cycles of a 160-byte cell: a slot of the slotted theory

/// Accepted traffic per port.
double per_port(const RunResult& result, unsigned ports) { return accepted(result) / ports; }

struct Saturation {
  unsigned ports;
  double throughput;
};

class HeadOfLine : public ::testing::TestWithParam<Saturation> {};

// N = 2, 4, 8: Karol, Hluchyj and Morgan 1987, table of FIFO input queueing; 16 and 50: a
// simulation of their model (docs/reference/validation.md). Cells all have one size, so that under
// overload starts fall into step and the slotted model applies exactly; what is left is the spread
// of some 10^5 cells, below 0.3 %.
TEST_P(HeadOfLine, OneVcSaturatesWhereKarolSays) {
  const auto [ports, throughput] = GetParam();
  for (unsigned iterations : {1u, 2u}) {
    PlatformConfig config = one_switch(ports);
    config.tin.switch_.islip_iterations = iterations;
    offer(config, "uniform", ports);
    set_times(config, 200, 40000.0 / ports);
    const RunResult result = run_fresh(config);
    EXPECT_NEAR(per_port(result, ports), throughput, 0.01 * throughput) << iterations;
    record(fmt::format("per port, {} iterations", iterations), per_port(result, ports));
    EXPECT_TRUE(result.verdict.saturated);
  }
}

INSTANTIATE_TEST_SUITE_P(Ports, HeadOfLine,
                         ::testing::Values(Saturation{2, 0.7500}, Saturation{4, 0.6553},
                                           Saturation{8, 0.6184}, Saturation{16, 0.6018},
                                           Saturation{50, 0.5902}),
                         [](const auto& test) { return fmt::format("{}", test.param.ports); });

/// A VC, and so a queue in every input, for each output; deep enough not to bound the theory.
PlatformConfig vc_per_output(unsigned ports, unsigned iterations) {
  PlatformConfig config = one_switch(ports);
  config.tin.switch_.islip_iterations = iterations;
  config.tin.vc_fifo.terminal_words = 2047;
  return config;
}

struct Arbiter {
  unsigned ports, iterations;
};

class VcPerOutput : public ::testing::TestWithParam<Arbiter> {};

TEST_P(VcPerOutput, Accepts95PercentOfEveryPort) {
  const auto [ports, iterations] = GetParam();
  for (const char* process : {"bernoulli", "poisson"}) {
    PlatformConfig config = vc_per_output(ports, iterations);
    TrafficConfig& entry = offer(config, "uniform", 0.95 * ports);
    entry.vc = TrafficVc::destination;
    entry.process = Word{process};
    set_times(config, 1000, 2000);
    const RunResult result = run_fresh(config);
    EXPECT_NEAR(accepted(result), offered(result), 0.003 * offered(result)) << process;
    record(fmt::format("accepted share, {}", process), accepted(result) / offered(result));
    EXPECT_FALSE(result.verdict.saturated) << result.verdict.reason;
  }
}

// McKeown 1999: 100 % of uniform traffic. FIFOs of 102 cells cost up to 2 % when every port is
// offered all that it can carry: a full one holds up the source behind it.
TEST_P(VcPerOutput, AcceptsAtLeast98PercentUnderFullLoad) {
  const auto [ports, iterations] = GetParam();
  PlatformConfig config = vc_per_output(ports, iterations);
  offer(config, "uniform", ports).vc = TrafficVc::destination;
  set_times(config, 1000, 2000);
  const double throughput = per_port(run_fresh(config), ports);
  EXPECT_GE(throughput, 0.98);
  EXPECT_LE(throughput, 1.0);
  record("per port", throughput);
}

INSTANTIATE_TEST_SUITE_P(PortsAndIterations, VcPerOutput,
                         ::testing::Values(Arbiter{8, 1}, Arbiter{8, 2}, Arbiter{16, 1},
                                           Arbiter{16, 2}, Arbiter{32, 1}),
                         [](const auto& test) {
                           return fmt::format("{}_{}", test.param.ports, test.param.iterations);
                         });

// No switch serves an output before its cells are born: the wait is at least that of an output
// queue fed by Poisson births, M/D/1: rho / (2 (1 - rho)) slots. Cells also queue for the source's
// own port, another M/D/1, and then to be matched, as in the slotted table of
// docs/reference/validation.md (N = 16, iSLIP-4). That table has N sources that begin a cell per
// slot at most, which is worth (N - 1) / N, and starts in step; 25 % are given for both.
TEST(SingleSwitch, MeanDelayLiesBetweenOutputQueueingAndSourceQueueingPlusIslip) {
  struct Point {
    double load, islip_slots;
  };
  for (const auto& [load, islip_slots] :
       {Point{.2, .140}, Point{.4, .441}, Point{.6, 1.17}, Point{.8, 3.75}, Point{.9, 9.81}}) {
    PlatformConfig config = vc_per_output(16, 4);
    offer(config, "uniform", load * 16).vc = TrafficVc::destination;
    set_times(config, 200, 4000);
    const RunResult result = run_fresh(config);
    const double zero_load = 16 + kSlot - 1;
    const double wait_slots = (result.latency_cycles.mean() - zero_load) / kSlot;
    const double output_queue = load / (2 * (1 - load));
    EXPECT_GE(wait_slots, output_queue) << load;
    EXPECT_LE(wait_slots, output_queue + islip_slots * 1.25) << load;
    EXPECT_EQ(result.latency_cycles.min(), static_cast<uint64_t>(zero_load));
    record(fmt::format("slots at {}", load), wait_slots);
  }
}

}  // namespace
}  // namespace tinsim
