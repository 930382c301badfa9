// SPDX-License-Identifier: Apache-2.0
// Transmit gearbox: model and RTL in lockstep.
#include "Vtx_gearbox.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/tx_gearbox_stimulus.h"

namespace tinsim {
namespace {

TEST(TxGearboxLockstep, OnlyShape) {
  expect_lockstep<TxGearbox, Vtx_gearbox, TxGearboxStimulus>({"Vtx_gearbox", 1000000});
}

}  // namespace
}  // namespace tinsim
