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

/// No divisor in common with a slot, so that the diagonals of all slots differ.
constexpr unsigned kPorts = 17;
constexpr unsigned kSlot = 20;  ///< cycles of a 160-byte cell
/// Share of inputs that get a grant where each output grants one at random: the others are missed
/// by all N outputs (Anderson et al. 1993). 0.63 for many ports.
const double kRandomGrants = 1 - std::pow(1 - 1.0 / kPorts, kPorts);

struct Variant {
  ArbiterKind kind;
  unsigned iterations;
  unsigned arbitration_cycles;
};

/// A run in which every input is offered `load` port rates.
RunResult run_at(const Variant& variant, double load) {
  PlatformConfig config = one_switch(kPorts);
  config.tin.switch_.arbiter = variant.kind;
  if (variant.kind != ArbiterKind::wavefront)
    config.tin.switch_.islip_iterations = variant.iterations;
  config.tin.switch_.arbitration_cycles = variant.arbitration_cycles;
  config.tin.vc_fifo.terminal_words = 2047;
  offer(config, "uniform", load * kPorts).vc = TrafficVc::destination;
  set_times(config, 2000, 4000);
  return run_fresh(config);
}

/// Share of the port rate where every input is overloaded.
double throughput(const Variant& variant) {
  const double share = accepted(run_at(variant, 1)) / kPorts;
  record(fmt::format("{}_{}_{}", word_of(variant.kind), variant.iterations,
                     variant.arbitration_cycles),
         share);
  return share;
}

/// Accepted, as a share of what is offered.
double carried(const Variant& variant, double load) {
  const RunResult result = run_at(variant, load);
  return accepted(result) / offered(result);
}

// FIFOs of 102 cells that run empty cost some of it.
TEST(Arbiters, OneRoundOfParallelIterativeMatchingLeavesAThirdOfTheSlots) {
  const Variant pim = {ArbiterKind::pim, 1, kSlot};
  EXPECT_NEAR(throughput(pim), kRandomGrants, 0.02 * kRandomGrants);
  EXPECT_GE(carried(pim, 0.6), 0.99);
}

// McKeown 1999: unstable from a load of 63 % on. In overload pointers that move with every grant
// fall into step, and grant fewer inputs than at random.
TEST(Arbiters, RoundRobinMatchingFallsIntoStep) {
  const Variant rrm = {ArbiterKind::rrm, 1, kSlot};
  EXPECT_LT(throughput(rrm), kRandomGrants);
  EXPECT_GE(carried(rrm, 0.55), 0.99);
  EXPECT_LT(carried(rrm, 0.8), 0.9);
}

// The same switch and load: pointers that move with accepted grants only fall out of step.
TEST(Arbiters, IslipAndMaximalMatchingsCarryNineTenths) {
  for (const Variant& variant :
       {Variant{ArbiterKind::islip, 1, kSlot}, Variant{ArbiterKind::wavefront, 0, kSlot},
        Variant{ArbiterKind::lqf, 4, kSlot}, Variant{ArbiterKind::ocf, 4, kSlot},
        Variant{ArbiterKind::pim, 4, kSlot}}) {
    EXPECT_GE(carried(variant, 0.9), 0.99) << word_of(variant.kind);
    EXPECT_GE(throughput(variant), 0.94) << word_of(variant.kind);
  }
}

// A pair that is left may be matched in the next cycle, a twentieth of a slot later.
TEST(Arbiters, ArbitrationInEveryCycleHidesMissedMatches) {
  for (ArbiterKind kind : {ArbiterKind::islip, ArbiterKind::rrm, ArbiterKind::pim, ArbiterKind::lqf,
                           ArbiterKind::ocf, ArbiterKind::wavefront})
    EXPECT_GE(throughput({kind, 1, 1}), 0.97) << word_of(kind);
}

}  // namespace
}  // namespace tinsim
