// SPDX-License-Identifier: Apache-2.0
// Timeout wheel: model and RTL in lockstep.
#include "Vtimeout_wheel_256.h"
#include "Vtimeout_wheel_8.h"
#include "rtl_models/timeout_wheel/timeout_wheel.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/timeout_wheel_stimulus.h"

namespace tinsim {
namespace {

TEST(TimeoutWheelLockstep, SmallShape) {
  expect_lockstep<TimeoutWheel<8>, Vtimeout_wheel_8, TimeoutWheelStimulus<8>>(
      {"Vtimeout_wheel_8", 1000000});
}

TEST(TimeoutWheelLockstep, FullShape) {
  expect_lockstep<TimeoutWheel<256>, Vtimeout_wheel_256, TimeoutWheelStimulus<256>>(
      {"Vtimeout_wheel_256", 1000000, 4, 125000});
}

}  // namespace
}  // namespace tinsim
