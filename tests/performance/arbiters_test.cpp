// SPDX-License-Identifier: Apache-2.0
// The arbiters of docs/reference/arbiters.md against their published throughput, in one switch with
// a VC per output.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 16;
constexpr unsigned kSlot = 20;  ///< cycles of a 160-byte cell

struct Variant {
  ArbiterKind kind;
  unsigned iterations;
  unsigned arbitration_cycles;
};

/// Share of the port rate where every input is overloaded.
double throughput(const Variant& variant, const std::string& pattern = "uniform") {
  PlatformConfig config = one_switch(kPorts);
  config.tin.switch_.arbiter = variant.kind;
  if (variant.kind != ArbiterKind::wavefront)
    config.tin.switch_.islip_iterations = variant.iterations;
  config.tin.switch_.arbitration_cycles = variant.arbitration_cycles;
  config.tin.vc_fifo.terminal_words = 2047;
  offer(config, pattern, kPorts).vc = TrafficVc::destination;
  set_times(config, 2000, 4000);
  const double share = accepted(run_fresh(config)) / kPorts;
  testing::Test::RecordProperty(fmt::format("{}_{}_{}", word_of(variant.kind), variant.iterations,
                                            variant.arbitration_cycles),
                                fmt::format("{:.4f}", share));
  return share;
}

// An output grants one of N inputs at random, so an input gets no grant with (1 - 1/N)^N (Anderson
// et al. 1993): 0.644 for 16 ports, 0.632 for many. FIFOs of 102 cells that run empty cost some of
// it.
TEST(Arbiters, OneRoundOfParallelIterativeMatchingLeavesAThirdOfTheSlots) {
  const double all = 1 - std::pow(1 - 1.0 / kPorts, kPorts);
  EXPECT_NEAR(throughput({ArbiterKind::pim, 1, kSlot}), all, 0.02 * all);
}

// McKeown 1999: unstable from a load of 63 % on, since pointers that move in step grant one input.
TEST(Arbiters, RoundRobinMatchingFallsIntoStep) {
  const double share = throughput({ArbiterKind::rrm, 1, kSlot});
  EXPECT_NEAR(share, 0.63, 0.03);
}

// The same switch and load: pointers that move with accepted grants only fall out of step.
TEST(Arbiters, IslipAndMaximalMatchingsUseAlmostAllSlots) {
  EXPECT_GE(throughput({ArbiterKind::islip, 1, kSlot}), 0.98);
  EXPECT_GE(throughput({ArbiterKind::wavefront, 0, kSlot}), 0.98);
  EXPECT_GE(throughput({ArbiterKind::lqf, 4, kSlot}), 0.98);
  EXPECT_GE(throughput({ArbiterKind::ocf, 4, kSlot}), 0.98);
  EXPECT_GE(throughput({ArbiterKind::pim, 4, kSlot}), 0.95);
}

// A pair that is left may be matched in the next cycle, a twentieth of a slot later.
TEST(Arbiters, ArbitrationInEveryCycleHidesMissedMatches) {
  for (ArbiterKind kind : {ArbiterKind::islip, ArbiterKind::rrm, ArbiterKind::pim, ArbiterKind::lqf,
                           ArbiterKind::ocf, ArbiterKind::wavefront})
    EXPECT_GE(throughput({kind, 1, 1}), 0.97) << word_of(kind);
}

}  // namespace
}  // namespace tinsim
