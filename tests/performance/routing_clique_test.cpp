// SPDX-License-Identifier: Apache-2.0
// The full Clique (wiring W*) in the modes that leave minimal routes, against
// docs/explanation/routing.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "platform/validate/load.h"
#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr double kPods = 48, kTins = 12, kCopies = 2;
constexpr double kValiantBound = (kPods - 2) * kCopies / (2 * kTins);
constexpr double kIdealBound = kPods * kCopies / (2 * kTins);
constexpr double kUniformBound = (kPods - 1) * kCopies / (kTins * 564 / 575);
constexpr double kValiantUniformBound = kUniformBound / 2;
constexpr double kHashedUniformBound = 3.905;  // throughput_bound(), docs/explanation/routing.md

struct Variant {
  const char* mode;
  unsigned classes = 4;
  double warmup_us = 14;
};

/// Accepted, in port rates R per chip. Never above the bound.
double rate_of(const RunResult& result, const std::string& name, double bound) {
  const double ports = accepted(result);
  record("share " + name, ports / bound);
  EXPECT_LE(ports, kNeverAbove * bound) << name;
  return ports;
}

/// Accepted while sources offer what the bound allows.
double rate(const Variant& v, const char* pattern, double bound, unsigned offset = 16) {
  PlatformConfig config = clique();
  config.routing.ordered_classes.clear();
  const RunResult result =
      saturate(config, {pattern, v.mode, offset, bound, v.classes, v.warmup_us, 4});
  return rate_of(result, fmt::format("{} {} {}", v.mode, pattern, offset), bound);
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
    const double adversarial = rate({"fully_adaptive", 10, 22}, "adversarial", kIdealBound, offset);
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
    const RunResult result =
        run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/published/clique_valiant.yaml",
                              {fmt::format("traffic.0.offset={}", offset)}));
    EXPECT_NEAR(offered(result), kValiantBound, 0.01 * kValiantBound);
    EXPECT_GE(rate_of(result, fmt::format("clique_valiant {}", offset), kValiantBound),
              0.95 * kValiantBound)
        << offset;
  }
}

// A source sees its own queues only. Six times what minimal routing could carry is below where
// cells that wait for the full link begin to hold up those in transit
// (docs/reference/validation.md).
TEST(CliqueModes, UgalCarriesSixTimesWhatMinimalRoutingCould) {
  constexpr double kSixfold = 6 * kCopies / kTins;
  PlatformConfig config = clique();
  config.routing.ordered_classes.clear();
  const RunResult result = saturate(config, {"adversarial", "ugal_l", 16, kSixfold, 4, 24, 4});
  record("share of offered, ugal_l adversarial", accepted(result) / offered(result));
  EXPECT_GE(accepted(result), 0.97 * offered(result)) << "3 % for buffers that still fill";
}

}  // namespace
}  // namespace tinsim
