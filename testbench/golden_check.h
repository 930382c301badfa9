// SPDX-License-Identifier: Apache-2.0
// Runs RTL that has its golden checker bound to it: silent on the block, loud on a mutant.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "testbench/any_rtl.h"
#include "testbench/drive.h"

namespace tinsim {

inline constexpr unsigned kGoldenCycles = 50000;

/// What the SystemVerilog printed while `V` ran, and whether it stopped the run.
struct GoldenOutcome {
  bool stopped = false;
  std::string text;
};

template <class Model, class Stimulus>
GoldenOutcome run_golden(AnyRtl<Model> (*make)(const std::string&, int)) {
  GoldenOutcome outcome;
  ::testing::internal::CaptureStdout();
  try {
    AnyRtl<Model> rtl = make("rtl", 1);
    Stimulus stimulus(1);
    drive(rtl, stimulus, kGoldenCycles, 1);
  } catch (const RtlAssertion&) {
    outcome.stopped = true;
  }
  outcome.text = ::testing::internal::GetCapturedStdout();
  return outcome;
}

/// Demands that the checker bound to the block is silent on `V` and stops on `Mutant`.
template <class Model, class V, class Mutant, class Stimulus>
void expect_checked() {
  const GoldenOutcome good = run_golden<Model, Stimulus>(AnyRtl<Model>::template of<V>);
  EXPECT_FALSE(good.stopped) << good.text;
  EXPECT_NE(good.text.find("cycles matched"), std::string::npos) << good.text;
  const GoldenOutcome bad = run_golden<Model, Stimulus>(AnyRtl<Model>::template of<Mutant>);
  EXPECT_TRUE(bad.stopped);
  EXPECT_NE(bad.text.find("outputs differ from the golden model"), std::string::npos) << bad.text;
}

}  // namespace tinsim
