// SPDX-License-Identifier: Apache-2.0
// ECN and CTD: model and RTL in lockstep.
#include "Vecn_ctd.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/ecn_ctd_stimulus.h"

namespace tinsim {
namespace {

// Resets are rare, so that queues fill to their end, 4095.
TEST(EcnCtdLockstep, OnlyShape) {
  expect_lockstep<EcnCtd, Vecn_ctd, EcnCtdStimulus>({"Vecn_ctd", 1000000, 4, 30'000});
}

}  // namespace
}  // namespace tinsim
