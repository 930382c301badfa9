// SPDX-License-Identifier: Apache-2.0
// Cellifier: model and RTL in lockstep.
#include "Vcellifier.h"
#include "rtl_models/cellifier/cellifier.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/cellifier_stimulus.h"

namespace tinsim {
namespace {

TEST(CellifierLockstep, OnlyShape) {
  expect_lockstep<Cellifier, Vcellifier, CellifierStimulus>({"Vcellifier", 1000000});
}

}  // namespace
}  // namespace tinsim
