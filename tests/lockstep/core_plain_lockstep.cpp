// SPDX-License-Identifier: Apache-2.0
// Chip core and a slow, obvious switch, which has crossbars with speed-up: every match, credit and
// cell start on the same cycle.
#include "tests/lockstep/core_loop.h"
#include "tests/reference/plain_switch.h"

namespace tinsim {
namespace {

uint64_t run(const CoreLoopPlan& plan, unsigned ports, unsigned vcs) {
  return run_loops_alongside<reference::PlainSwitch>(plan, ports, vcs);
}

constexpr auto kAll = LoopedSetup::Variants::all;

TEST(CoreAgainstPlainSwitch, AgreesWithFourPorts) {
  EXPECT_GT(run({1000000 * soak_factor(), 2500, 1, kAll}, 4, 4), 100000u);
}

TEST(CoreAgainstPlainSwitch, AgreesWithFiftyPorts) {
  EXPECT_GT(run({100000 * soak_factor(), 2500, 1, kAll}, 50, 32), 100000u);
}

}  // namespace
}  // namespace tinsim
