// SPDX-License-Identifier: Apache-2.0
// The chip core in the shape of variants and a slow, obvious switch: up to 256 ports and 64 VCs,
// pipelines of any depth, slow links, long cells, rational speed-ups. Every match, credit and cell
// start falls on the same cycle.
#include "tests/lockstep/core_loop.h"
#include "tests/reference/plain_switch.h"

namespace tinsim {
namespace {

static_assert(kIsVariantCore);

/// Every arbiter, crossbars of speed-up 1 to 4.
uint64_t run(uint64_t cycles, unsigned ports, unsigned vcs, bool exceeds_base) {
  CoreLoopPlan plan;
  plan.cycles = cycles * soak_factor();
  plan.max_speedup = 4;
  plan.exceeds_base = exceeds_base;
  return run_loops_alongside<reference::PlainSwitch>(plan, ports, vcs);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWithTheBaseChip) {
  EXPECT_GT(run(200000, 4, 4, false), 20000u);
  EXPECT_GT(run(20000, 50, 32, false), 20000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWithOtherPipelinesLinksAndCells) {
  EXPECT_GT(run(400000, 4, 4, true), 40000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWith64Ports) {
  EXPECT_GT(run(6000, 64, 64, true), 10000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWith128Ports) {
  EXPECT_GT(run(10000, 128, 32, true), 20000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWith256Ports) {
  EXPECT_GT(run(5000, 256, 64, true), 20000u);
}

}  // namespace
}  // namespace tinsim
