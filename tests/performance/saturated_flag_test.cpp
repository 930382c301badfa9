// SPDX-License-Identifier: Apache-2.0
// The `saturated` flag: off at half of what a network can carry, on at 1.2 times that.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

struct Network4Bound {
  const char* name;
  PlatformConfig config;
  const char* pattern;
  double bound;  ///< in port rates R per chip, from the formulas of facts 4.6
};

class SaturatedFlag : public ::testing::TestWithParam<unsigned> {
 protected:
  static Network4Bound network() {
    switch (GetParam()) {
      case 0: return {"switch, uniform: its ports", one_switch(16), "uniform", 16};
      case 1: return {"pair, uniform: two links", of_kind("pair", 4, 2), "uniform", 2};
      case 2: return {"pod, local adversarial: two lanes", dragonfly(1, 12, 0, 2),
                      "local_adversarial", 2};
      case 3: return {"canonical, uniform: two terminals", canonical(), "uniform", 2};
      case 4: return {"canonical, adversarial: a link for four routers", canonical(), "adversarial",
                      0.25};
      default: return {"Clique, adversarial: two links for twelve TiNs", clique(), "adversarial",
                       1.0 / 6};
    }
  }
  RunResult run(double share_of_bound) {
    Network4Bound at = network();
    SCOPED_TRACE(at.name);
    offer(at.config, at.pattern, share_of_bound * at.bound);
    at.config.run.warmup_us = "auto";
    at.config.run.max_warmup_us = 150;
    at.config.run.measure_us = 150;
    return run_fresh(at.config);
  }
};

TEST_P(SaturatedFlag, IsOffAtHalfTheBoundAndAllThatIsOfferedIsAccepted) {
  const RunResult result = run(0.5);
  EXPECT_FALSE(result.verdict.saturated) << result.verdict.reason;
  EXPECT_TRUE(result.verdict.steady) << result.verdict.reason;
  EXPECT_NEAR(accepted(result), offered(result), 0.01 * offered(result));
}

TEST_P(SaturatedFlag, IsOnAtOnePointTwoTimesTheBound) {
  const RunResult result = run(1.2);
  EXPECT_TRUE(result.verdict.saturated) << result.verdict.reason;
  EXPECT_FALSE(result.verdict.steady);
  EXPECT_LT(accepted(result), 0.9 * offered(result));
}

INSTANTIATE_TEST_SUITE_P(Network, SaturatedFlag, ::testing::Range(0u, 6u));

}  // namespace
}  // namespace tinsim
