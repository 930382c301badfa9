// SPDX-License-Identifier: Apache-2.0
// The canonical balanced Dragonfly (p = 2, a = 4, h = 2, g = 9; Kim and Dally 2008) under minimal
// routing against its bounds. R is the rate of a port; rates are per chip, which has p nodes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr double kNodes = 2, kRouters = 4, kGroups = 9;

class Canonical : public ::testing::TestWithParam<const char*> {
 protected:
  /// `offset` matters to the adversarial patterns only.
  RunResult run(const char* pattern, double ports, unsigned class_count, unsigned offset = 1) {
    PlatformConfig config = canonical();
    config.tin.switch_.ports = 7;
    const RunResult result =
        saturate(config, {pattern, GetParam(), offset, ports, class_count, 100, 200});
    record(fmt::format("ports {} +{} {} classes", pattern, offset, class_count), accepted(result));
    return result;
  }
};

// Uniform over the 70 hosts of the other chips: a global link carries 32/70 of a chip's injection,
// the lanes 34/70, a terminal port 1/2 of it. So the terminals are the limit: R per node.
TEST_P(Canonical, UniformReaches80PercentOfTheTerminalsAndNeverMore) {
  const double remote = 64.0 / 70, global = (kGroups - 1) / (kRouters * remote);
  ASSERT_GT(global, kNodes);
  double before = 0;
  for (unsigned class_count : {1u, 4u, 10u}) {
    const double share = accepted(run("uniform", 1.2 * kNodes, class_count)) / kNodes;
    EXPECT_LE(share, kNeverAbove);
    EXPECT_GT(share, before);
    if (class_count >= 4) {
      EXPECT_GE(share, 0.80) << class_count;
    }
    before = share;
  }
}

// One global link for the a p nodes of a group: 1 / (a p) each.
TEST_P(Canonical, AdversarialByGroupFillsTheOneGlobalLink) {
  for (unsigned offset : {1u, 4u, 8u}) {
    const double share = accepted(run("adversarial", 2, 4, offset)) / kNodes * (kRouters * kNodes);
    EXPECT_GE(share, 0.97) << offset;
    EXPECT_LE(share, kNeverAbove) << offset;
  }
}

TEST_P(Canonical, AdversarialByRouterFillsTheOneLane) {
  const double rate = accepted(run("local_adversarial", 2, 1));
  EXPECT_GE(rate, 0.97);
  EXPECT_LE(rate, kNeverAbove);
}

// With one VC per phase the far end of the full global link must never pause, but does: it waits
// whenever the lane that its head requests is busy with a cell of that TiN's own hosts. Transfers
// and waits fill its time.
TEST_P(Canonical, WithOneClassWaitsAtTheEndOfTheGlobalLinkAreWhatTheBoundLacks) {
  const RunResult result = run("adversarial", 2, 1);
  const double share = accepted(result) * kRouters;
  EXPECT_LT(share, 0.99);
  double busy = 0, waiting = 0;
  for (const PortRow& row : result.ports) {
    if (row.kind != PortKind::kGlobal) continue;
    busy += static_cast<double>(row.words);
    waiting += static_cast<double>(row.stall_cycles() - row.stall_input_cycles);
  }
  const double all = kGroups * static_cast<double>(result.measure_cycles);
  EXPECT_NEAR(busy / all, share, 0.002);
  EXPECT_NEAR((busy + waiting) / all, 1, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Mode, Canonical,
                         ::testing::Values("minimal_adaptive", "minimal_deterministic"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace tinsim
