// SPDX-License-Identifier: Apache-2.0
// Crossbar: model and RTL in lockstep.
#include "Vcrossbar_4.h"
#include "Vcrossbar_50.h"
#include "rtl_models/crossbar/crossbar.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/crossbar_stimulus.h"

namespace tinsim {
namespace {

TEST(CrossbarLockstep, SmallShape) {
  expect_lockstep<Crossbar<4>, Vcrossbar_4, CrossbarStimulus<4>>({"Vcrossbar_4", 1000000});
}

TEST(CrossbarLockstep, FullShape) {
  expect_lockstep<Crossbar<50>, Vcrossbar_50, CrossbarStimulus<50>>({"Vcrossbar_50", 400000});
}

}  // namespace
}  // namespace tinsim
