// SPDX-License-Identifier: Apache-2.0
// The chip core in the shape of variants and a slow, obvious switch: up to 256 ports and 64 VCs,
// pipelines of any depth, slow links, long cells, rational speed-ups. Every match, credit and cell
// start falls on the same cycle.
#include "tests/lockstep/core_loop.h"
#include "tests/reference/plain_switch.h"

namespace tinsim {
namespace {

static_assert(kIsVariantCore);
constexpr auto kAll = LoopedSetup::Variants::all, kExceeding = LoopedSetup::Variants::exceeding;

/// Every arbiter, crossbars of speed-up 1 to 4.
uint64_t run(uint64_t cycles, unsigned ports, unsigned vcs, LoopedSetup::Variants variants) {
  CoreLoopPlan plan;
  plan.cycles = cycles * soak_factor();
  plan.variants = variants;
  return run_loops_alongside<reference::PlainSwitch>(plan, ports, vcs);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWithTheBaseChip) {
  EXPECT_GT(run(200000, 4, 4, kAll), 20000u);
  EXPECT_GT(run(20000, 50, 32, kAll), 20000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWithOtherPipelinesLinksAndCells) {
  EXPECT_GT(run(400000, 4, 4, kExceeding), 40000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWith64Ports) {
  EXPECT_GT(run(6000, 64, 64, kExceeding), 10000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWith128Ports) {
  EXPECT_GT(run(10000, 128, 32, kExceeding), 20000u);
}

TEST(VariantCoreAgainstPlainSwitch, AgreesWith256Ports) {
  EXPECT_GT(run(5000, 256, 64, kExceeding), 20000u);
}

}  // namespace
}  // namespace tinsim
