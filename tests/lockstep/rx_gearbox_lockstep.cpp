// SPDX-License-Identifier: Apache-2.0
// Receive gearbox: model and RTL in lockstep.
#include "Vrx_gearbox.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/rx_gearbox_stimulus.h"

namespace tinsim {
namespace {

TEST(RxGearboxLockstep, OnlyShape) {
  expect_lockstep<RxGearbox, Vrx_gearbox, RxGearboxStimulus>({"Vrx_gearbox", 1000000});
}

}  // namespace
}  // namespace tinsim
