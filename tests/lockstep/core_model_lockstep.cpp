// SPDX-License-Identifier: Apache-2.0
// Chip core and block model of the switch: every match, credit and cell start on the same cycle.
#include "rtl_models/cell_switch/cell_switch.h"
#include "tests/lockstep/core_loop.h"

namespace tinsim {
namespace {

TEST(CoreLockstep, AgreesWithTheBlockModelOfFourPorts) {
  EXPECT_GT((run_core_loops<CellSwitch<4, 4, 64>, 4, 4>({1000000 * soak_factor()})), 100000u);
}

TEST(CoreLockstep, AgreesWithTheBlockModelOfFiftyPorts) {
  EXPECT_GT((run_core_loops<CellSwitch<50, 32, 512>, 50, 32>({100000 * soak_factor()})), 100000u);
}

// From this seed on, strict VCs are blocked on output queue space while busy inputs are checked
// again.
TEST(CoreLockstep, KeepsBlockedStrictHeads) {
  EXPECT_GT((run_core_loops<CellSwitch<50, 32, 512>, 50, 32>({10000, 2500, 374})), 10000u);
}

}  // namespace
}  // namespace tinsim
