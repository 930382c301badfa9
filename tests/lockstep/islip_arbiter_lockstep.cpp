// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter: model and RTL in lockstep.
#include "Vislip_arbiter_4.h"
#include "Vislip_arbiter_50.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {
namespace {

TEST(IslipArbiterLockstep, SmallShape) {
  expect_lockstep<IslipArbiter<4, 4>, Vislip_arbiter_4, IslipArbiterStimulus<4, 4>>(
      {"Vislip_arbiter_4", 1000000});
}

TEST(IslipArbiterLockstep, FullShape) {
  expect_lockstep<IslipArbiter<50, 32>, Vislip_arbiter_50, IslipArbiterStimulus<50, 32>>(
      {"Vislip_arbiter_50", 200000});
}

}  // namespace
}  // namespace tinsim
