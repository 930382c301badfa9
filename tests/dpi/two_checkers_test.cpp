// SPDX-License-Identifier: Apache-2.0
// Several checkers in one run: the end of one does not take the others' summaries.
#include "Vislip_arbiter_golden_two.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "testbench/golden_check.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {

// Verilator ends the program at the first $fatal; here it goes on, so that the order is tested.
TEST(GoldenSummaries, AllComeBeforeTheRunFails) {
  using Model = IslipArbiter<4, 4>;
  const std::string text = run_golden<Model, IslipArbiterStimulus<4, 4>>(
                               AnyRtl<Model>::of<Vislip_arbiter_golden_two>, 3000)
                               .text;
  const auto end = text.find("Assertion failed");
  ASSERT_NE(end, std::string::npos) << text;
  for (const std::string name : {"first", "second"}) {
    EXPECT_LT(text.find(name + ": 3000 cycles compared, "), end) << text;
    EXPECT_GT(text.find(name + ": outputs differ"), end) << text;
    EXPECT_NE(text.find(name + ": outputs differ"), std::string::npos) << text;
  }
  EXPECT_EQ(text.find("Assertion failed", end + 1), std::string::npos) << text;
}

}  // namespace tinsim
