// SPDX-License-Identifier: Apache-2.0
// Receive PCS: model and RTL in lockstep.
#include "Vpcs_rx.h"
#include "rtl_models/pcs_rx/pcs_rx.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/pcs_rx_stimulus.h"

namespace tinsim {
namespace {

TEST(PcsRxLockstep, OnlyShape) {
  expect_lockstep<PcsRx, Vpcs_rx, PcsRxStimulus>({"Vpcs_rx", 2000000});
}

}  // namespace
}  // namespace tinsim
