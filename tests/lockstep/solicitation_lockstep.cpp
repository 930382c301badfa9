// SPDX-License-Identifier: Apache-2.0
// Solicitation: model and RTL in lockstep.
#include "Vsolicitation_256.h"
#include "Vsolicitation_4.h"
#include "rtl_models/solicitation/solicitation.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/solicitation_stimulus.h"

namespace tinsim {
namespace {

TEST(SolicitationLockstep, SmallShape) {
  expect_lockstep<Solicitation<4>, Vsolicitation_4, SolicitationStimulus<4>>(
      {"Vsolicitation_4", 1000000});
}

TEST(SolicitationLockstep, FullShape) {
  expect_lockstep<Solicitation<256>, Vsolicitation_256, SolicitationStimulus<256>>(
      {"Vsolicitation_256", 1000000});
}

}  // namespace
}  // namespace tinsim
