// SPDX-License-Identifier: Apache-2.0
// The `saturated` flag: off at half of what a network can carry, on at 1.2 times that.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

struct Case {
  const char* name;
  PlatformConfig (*network)();
  const char* pattern;
  double bound;  ///< in port rates R per chip, from the formulas of docs/explanation/routing.md
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

const Case kCases[] = {
    {"SwitchUniform", [] { return one_switch(16); }, "uniform", 16},
    {"PairUniformOverTwoLinks", [] { return of_kind("pair", 4, 2); }, "uniform", 2},
    {"PodAdversarialOverTwoLanes", [] { return dragonfly(1, 12, 0, 2); }, "local_adversarial", 2},
    {"CanonicalUniformOverTwoTerminals", [] { return canonical(); }, "uniform", 2},
    {"CanonicalAdversarialFourChipsOverOneLink", [] { return canonical(); }, "adversarial",
     1.0 / 4},
    {"CliqueAdversarialTwelveChipsOverTwoLinks", [] { return clique(); }, "adversarial", 2.0 / 12},
};

class SaturatedFlag : public ::testing::TestWithParam<Case> {
 protected:
  RunResult run(double share_of_bound) {
    const Case& at = GetParam();
    PlatformConfig config = at.network();
    offer(config, at.pattern, share_of_bound * at.bound);
    config.run.warmup_us = {};
    config.run.max_warmup_us = 150;
    config.run.measure_us = 150;
    return run_fresh(config);
  }
};

TEST_P(SaturatedFlag, IsOffAtHalfTheBoundAndAllThatIsOfferedIsAccepted) {
  const RunResult result = run(0.5);
  EXPECT_FALSE(result.verdict.saturated) << result.verdict.reason;
  EXPECT_TRUE(result.verdict.steady) << result.verdict.reason;
  EXPECT_NEAR(accepted(result), offered(result), 0.01 * offered(result));
  record("accepted share", accepted(result) / offered(result));
}

TEST_P(SaturatedFlag, IsOnAtOnePointTwoTimesTheBound) {
  const RunResult result = run(1.2);
  EXPECT_TRUE(result.verdict.saturated) << result.verdict.reason;
  EXPECT_FALSE(result.verdict.steady);
  EXPECT_LT(accepted(result), 0.9 * offered(result));
}

INSTANTIATE_TEST_SUITE_P(Case, SaturatedFlag, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

/// Buffers so deep that no source waits yet, as in a Clique for its first tens of microseconds.
RunResult run_with_deep_buffers(const char* mode, const char* pattern, double ports) {
  PlatformConfig config = canonical();
  config.routing.mode = Word{mode};
  config.tin.vc_fifo.local_words = config.tin.vc_fifo.global_words =
      config.tin.vc_fifo.terminal_words = 2000;
  offer(config, pattern, ports, 4).targets = {3};
  if (std::string(pattern) != "incast") config.traffic[0].targets.clear();
  set_times(config, 3, 12);
  return run_fresh(config);
}

void expect_flag(const char* mode, const char* pattern, double bound) {
  const RunResult half = run_with_deep_buffers(mode, pattern, 0.5 * bound);
  EXPECT_FALSE(half.verdict.saturated) << mode << ' ' << pattern << ' ' << half.verdict.reason;
  const RunResult twice = run_with_deep_buffers(mode, pattern, 2 * bound);
  EXPECT_TRUE(twice.verdict.saturated) << mode << ' ' << pattern << ' ' << twice.verdict.reason;
  EXPECT_EQ(twice.verdict.reason.find("sources"), std::string::npos) << twice.verdict.reason;
  EXPECT_LT(accepted(twice), 0.6 * offered(twice)) << mode << ' ' << pattern;
}

// Four chips share a link between pods; 36 chips share the terminal port of a host.
TEST(SaturatedFlagWithDeepBuffers, IsOnBeforeAnySourceWaits) {
  for (const char* mode : {"minimal_deterministic", "minimal_adaptive"})
    expect_flag(mode, "adversarial", 1.0 / 4);
  for (const char* mode :
       {"minimal_adaptive", "deterministic", "fully_adaptive", "valiant", "ugal_l"})
    expect_flag(mode, "incast", 1.0 / 36);
}

}  // namespace
}  // namespace tinsim
