// SPDX-License-Identifier: Apache-2.0
// The full Clique (wiring W*) in the modes that leave minimal routes, against facts 4.6.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr double kPods = 48, kTins = 12, kCopies = 2;
constexpr double kValiantBound = (kPods - 2) * kCopies / (2 * kTins);
constexpr double kIdealBound = kPods * kCopies / (2 * kTins);
constexpr double kUniformBound = (kPods - 1) * kCopies / (kTins * 564 / 575);

/// Accepted under slight overload, which the longest queues of the real hardware would see.
double rate(const char* mode, const char* pattern, double bound, unsigned classes) {
  PlatformConfig config = clique();
  config.routing.ordered_classes.clear();
  constexpr unsigned kOffset = 16;  // where lanes are furthest from being the limit
  const double ports = accepted(saturate(config, {pattern, mode, kOffset, bound, classes, 14, 4}));
  record(fmt::format("share {} {}", mode, pattern), ports / bound);
  EXPECT_LE(ports, kNeverAbove * bound);
  return ports;
}

TEST(CliqueModes, FullyAdaptiveReaches90PercentOfTheIdealAndHalfOfUniform) {
  const double adversarial = rate("fully_adaptive", "adversarial", kIdealBound, 10);
  EXPECT_GE(adversarial, 0.90 * kIdealBound);
  const double uniform = rate("fully_adaptive", "uniform", kUniformBound, 4);
  EXPECT_GE(uniform, 0.80 * kUniformBound);
  // The paper's 2:1; minimal routing alone would have 48:1.
  EXPECT_NEAR(adversarial / uniform, 0.5, 0.1);
}

TEST(CliqueModes, ValiantReaches88PercentOfItsBound) {
  EXPECT_GE(rate("valiant", "adversarial", kValiantBound, 4), 0.88 * kValiantBound);
}

// A source sees its own queues only, and a lane to the full link fills late.
TEST(CliqueModes, UgalCarriesTenTimesWhatMinimalRoutingCould) {
  EXPECT_GE(rate("ugal_l", "adversarial", kIdealBound, 4), 10 * kCopies / kTins);
}

}  // namespace
}  // namespace tinsim
