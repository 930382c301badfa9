// SPDX-License-Identifier: Apache-2.0
// CTS scheduler: model and RTL in lockstep.
#include "Vcts_scheduler.h"
#include "rtl_models/cts_scheduler/cts_scheduler.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/cts_scheduler_stimulus.h"

namespace tinsim {
namespace {

TEST(CtsSchedulerLockstep, OnlyShape) {
  expect_lockstep<CtsScheduler, Vcts_scheduler, CtsSchedulerStimulus>({"Vcts_scheduler", 1000000});
}

}  // namespace
}  // namespace tinsim
