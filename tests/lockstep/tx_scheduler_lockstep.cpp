// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: model and RTL in lockstep.
#include "Vtx_scheduler.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/tx_scheduler_stimulus.h"

namespace tinsim {
namespace {

TEST(TxSchedulerLockstep, OnlyShape) {
  expect_lockstep<TxScheduler, Vtx_scheduler, TxSchedulerStimulus>({"Vtx_scheduler", 2000000});
}

}  // namespace
}  // namespace tinsim
