// SPDX-License-Identifier: Apache-2.0
// Credit counter: model and RTL in lockstep.
#include "Vcredit_counter_32.h"
#include "Vcredit_counter_4.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "testbench/lockstep_run.h"
#include "testbench/stimulus/credit_counter_stimulus.h"

namespace tinsim {
namespace {

TEST(CreditCounterLockstep, SmallShape) {
  expect_lockstep<CreditCounter<4>, Vcredit_counter_4, CreditCounterStimulus<4>>(
      {"Vcredit_counter_4", 1000000});
}

TEST(CreditCounterLockstep, FullShape) {
  expect_lockstep<CreditCounter<32>, Vcredit_counter_32, CreditCounterStimulus<32>>(
      {"Vcredit_counter_32", 1000000});
}

TEST(CreditCounterLockstep, PortsOfAnotherShapeAreNotTakenForTheSame) {
  EXPECT_NE(verilated_ports("Vcredit_counter_4"), model_ports<CreditCounter<32>>());
}

}  // namespace
}  // namespace tinsim
