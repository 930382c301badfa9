// SPDX-License-Identifier: Apache-2.0
// Cell switch: model and RTL in lockstep.
#include "Vcell_switch_4.h"
#include "Vcell_switch_50.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/cell_switch_stimulus.h"

namespace tinsim {
namespace {

TEST(CellSwitchLockstep, SmallShape) {
  expect_lockstep<CellSwitch<4, 4, 64>, Vcell_switch_4, CellSwitchStimulus<4, 4, 64>>(
      {"Vcell_switch_4", 1000000});
}

TEST(CellSwitchLockstep, FullShape) {
  expect_lockstep<CellSwitch<50, 32, 512>, Vcell_switch_50, CellSwitchStimulus<50, 32, 512>>(
      {"Vcell_switch_50", 100000});
}

}  // namespace
}  // namespace tinsim
