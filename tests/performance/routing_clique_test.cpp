// SPDX-License-Identifier: Apache-2.0
// The full Clique (wiring W*) in the modes that leave minimal routes, against facts 4.6.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr double kPods = 48, kTins = 12, kCopies = 2;
constexpr double kValiantBound = (kPods - 2) * kCopies / (2 * kTins);
constexpr double kIdealBound = kPods * kCopies / (2 * kTins);
constexpr double kUniformBound = (kPods - 1) * kCopies / (kTins * 564 / 575);
constexpr double kValiantUniformBound = kUniformBound / 2;
constexpr double kHashedUniformBound = 3.905;  // throughput_bound(), docs/routing.md

struct Variant {
  const char* mode;
  unsigned classes = 4;
  unsigned speedup = 1;  ///< of the crossbar
  double warmup_us = 14;
};

/// Accepted while sources offer what the bound allows. Never above.
double rate(const Variant& v, const char* pattern, double bound, unsigned offset = 16) {
  PlatformConfig config = clique();
  config.routing.ordered_classes.clear();
  config.tin.switch_.crossbar_speedup = v.speedup;
  if (v.speedup > 1) {  // configs/published/clique_valiant.yaml
    config.tin.output.queue_words = 80;
    config.link.fc_hold_cycles = 255;
  }
  const RunResult result =
      saturate(config, {pattern, v.mode, offset, bound, v.classes, v.warmup_us, 4});
  const double ports = accepted(result);
  record(fmt::format("share {} {} {}, speedup {}", v.mode, pattern, offset, v.speedup),
         ports / bound);
  EXPECT_LE(ports, kNeverAbove * bound) << v.mode << ' ' << pattern << ' ' << offset;
  return ports;
}

/// Two pod offsets; with TINSIM_SOAK_FACTOR six more.
std::vector<unsigned> offsets() {
  std::vector<unsigned> all = {1, 16};
  if (std::getenv("TINSIM_SOAK_FACTOR") != nullptr) all.insert(all.end(), {7, 11, 24, 28, 37, 47});
  return all;
}

TEST(CliqueModes, FullyAdaptiveReaches90PercentOfTheIdealForAnyOffset) {
  const double uniform = rate({"fully_adaptive"}, "uniform", kUniformBound);
  EXPECT_GE(uniform, 0.80 * kUniformBound);
  for (const unsigned offset : offsets()) {
    const double adversarial =
        rate({"fully_adaptive", 10, 1, 22}, "adversarial", kIdealBound, offset);
    EXPECT_GE(adversarial, 0.90 * kIdealBound) << offset;
    // The paper's 2:1; minimal routing alone would have 48:1.
    EXPECT_NEAR(adversarial / uniform, 0.5, 0.1) << offset;
  }
}

TEST(CliqueModes, OtherModesReach80PercentOfTheirBoundsUnderUniformTraffic) {
  EXPECT_GE(rate({"ugal_l"}, "uniform", kUniformBound), 0.80 * kUniformBound);
  EXPECT_GE(rate({"valiant"}, "uniform", kValiantUniformBound), 0.80 * kValiantUniformBound);
  EXPECT_GE(rate({"deterministic"}, "uniform", kHashedUniformBound), 0.80 * kHashedUniformBound);
}

// Input and output of a transit cell are both nearly full, and a crossbar as fast as the links
// brings them together too rarely. At twice their rate the links are what is left.
TEST(CliqueModes, ValiantReaches95PercentOfItsBoundWithAFasterCrossbar) {
  for (const unsigned offset : offsets()) {
    EXPECT_GE(rate({"valiant", 10, 2, 20}, "adversarial", kValiantBound, offset),
              0.95 * kValiantBound)
        << offset;
  }
}

// A source sees its own queues only, and a lane to the full link fills late.
TEST(CliqueModes, UgalCarriesTenTimesWhatMinimalRoutingCould) {
  EXPECT_GE(rate({"ugal_l"}, "adversarial", kIdealBound), 10 * kCopies / kTins);
}

}  // namespace
}  // namespace tinsim
