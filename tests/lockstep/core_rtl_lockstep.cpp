// SPDX-License-Identifier: Apache-2.0
// Chip core and RTL of the switch: every match, credit and cell start on the same cycle.
#include "Vcell_switch_4.h"
#include "Vcell_switch_50.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/common/rtl.h"
#include "tests/lockstep/core_loop.h"

namespace tinsim {
namespace {

TEST(CoreLockstep, AgreesWithTheRtlOfFourPorts) {
  using Block = Rtl<CellSwitch<4, 4, 64>, Vcell_switch_4>;
  EXPECT_GT((run_core_loops<Block, 4, 4>({1000000 * soak_factor()})), 100000u);
}

TEST(CoreLockstep, AgreesWithTheRtlOfFiftyPorts) {
  using Block = Rtl<CellSwitch<50, 32, 512>, Vcell_switch_50>;
  EXPECT_GT((run_core_loops<Block, 50, 32>({100000 * soak_factor()})), 100000u);
}

}  // namespace
}  // namespace tinsim
