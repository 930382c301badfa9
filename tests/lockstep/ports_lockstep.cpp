// SPDX-License-Identifier: Apache-2.0
// The comparison of a model's ports with those of the RTL fails for another shape.
#include <gtest/gtest.h>

#include "rtl_models/credit_counter/credit_counter.h"
#include "testbench/verilated_ports.h"

namespace tinsim {
namespace {

TEST(CreditCounterLockstep, PortsOfAnotherShapeAreNotTakenForTheSame) {
  EXPECT_NE(verilated_ports("Vcredit_counter_4"), model_ports<CreditCounter<32>>());
}

}  // namespace
}  // namespace tinsim
