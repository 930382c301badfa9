// SPDX-License-Identifier: Apache-2.0
// Route selection: model and RTL in lockstep.
#include "Vroute_select_4.h"
#include "Vroute_select_50.h"
#include "rtl_models/route_select/route_select.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/route_select_stimulus.h"

namespace tinsim {
namespace {

TEST(RouteSelectLockstep, SmallShape) {
  expect_lockstep<RouteSelect<4>, Vroute_select_4, RouteSelectStimulus<4>>(
      {"Vroute_select_4", 1000000});
}

TEST(RouteSelectLockstep, FullShape) {
  expect_lockstep<RouteSelect<50>, Vroute_select_50, RouteSelectStimulus<50>>(
      {"Vroute_select_50", 1000000});
}

}  // namespace
}  // namespace tinsim
