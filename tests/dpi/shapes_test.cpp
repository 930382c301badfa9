// SPDX-License-Identifier: Apache-2.0
// One checker of a block in several shapes: those of the library, and one that it does not have.
#include "Vislip_arbiter_golden_50.h"
#include "Vislip_arbiter_golden_other.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "testbench/golden_check.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"

namespace tinsim {

TEST(GoldenShapes, SecondShapeByParameter) {
  using Model = IslipArbiter<50, 32>;
  const GoldenOutcome good = run_golden<Model, IslipArbiterStimulus<50, 32>>(
      AnyRtl<Model>::of<Vislip_arbiter_golden_50>, 3000);
  EXPECT_FALSE(good.stopped) << good.text;
  EXPECT_NE(good.text.find(": 3000 cycles compared, 0 mismatches"), std::string::npos) << good.text;
}

TEST(GoldenShapes, OneThatTheLibraryDoesNotHave) {
  using Model = IslipArbiter<5, 3>;
  const GoldenOutcome bad = run_golden<Model, IslipArbiterStimulus<5, 3>>(
      AnyRtl<Model>::of<Vislip_arbiter_golden_other>, 10);
  EXPECT_TRUE(bad.stopped);
  EXPECT_NE(bad.text.find("islip_arbiter has no shape 'NumPorts=5,NumVcs=3'; expected "
                          "'NumPorts=4,NumVcs=4' or "),
            std::string::npos)
      << bad.text;
}

}  // namespace tinsim
