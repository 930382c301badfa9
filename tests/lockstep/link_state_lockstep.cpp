// SPDX-License-Identifier: Apache-2.0
// Life of one end of a link: model and RTL in lockstep.
#include "Vlink_state.h"
#include "rtl_models/link_state/link_state.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/link_state_stimulus.h"

namespace tinsim {
namespace {

TEST(LinkStateLockstep, OnlyShape) {
  expect_lockstep<LinkState, Vlink_state, LinkStateStimulus>({"Vlink_state", 2000000});
}

}  // namespace
}  // namespace tinsim
