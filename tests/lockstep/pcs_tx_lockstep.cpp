// SPDX-License-Identifier: Apache-2.0
// Transmit PCS: model and RTL in lockstep.
#include "Vpcs_tx.h"
#include "rtl_models/pcs_tx/pcs_tx.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/pcs_tx_stimulus.h"

namespace tinsim {
namespace {

TEST(PcsTxLockstep, OnlyShape) {
  expect_lockstep<PcsTx, Vpcs_tx, PcsTxStimulus>({"Vpcs_tx", 1000000});
}

}  // namespace
}  // namespace tinsim
