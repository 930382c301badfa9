// SPDX-License-Identifier: Apache-2.0
// Runs RTL that has its golden checker bound to it: silent on the block, loud on a mutant.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "testbench/any_rtl.h"
#include "testbench/drive.h"

namespace tinsim {

inline constexpr unsigned kGoldenCycles = 50000;

/// Output of the SystemVerilog while `V` ran, and whether it stopped the run.
struct GoldenOutcome {
  bool stopped = false;
  std::string text;
};

/// The bench of a part, which has a clock, as a stage without outputs: the checker inside it
/// compares them.
template <class Part>
struct ClockedPart {
  using In = typename Part::In;
  struct Out {
    template <class S, class F>
    static void walk(S&&, F&&) {}
    template <class A, class B, class F>
    static void zip(A&&, B&&, F&&) {}
  };
  Out out() const { return {}; }
};
template <class Part, class Stimulus>
class ClockedStimulus {
 public:
  explicit ClockedStimulus(std::uint64_t seed) : stimulus_(seed) {}
  typename Part::In restart() { return stimulus_.restart(); }
  typename Part::In next(const typename ClockedPart<Part>::Out&) { return stimulus_.next({}); }

 private:
  Stimulus stimulus_;
};

template <class Model, class Stimulus>
GoldenOutcome run_golden(AnyRtl<Model> (*make)(const std::string&, int),
                         unsigned cycles = kGoldenCycles) {
  GoldenOutcome outcome;
  ::testing::internal::CaptureStdout();
  try {
    AnyRtl<Model> rtl = make("rtl", 1);
    Stimulus stimulus(1);
    // The checker's model has no back door.
    drive<BackDoor::kUnused>(rtl, stimulus, cycles, 1);
  } catch (const RtlAssertion&) {
    outcome.stopped = true;
  }
  outcome.text = ::testing::internal::GetCapturedStdout();
  return outcome;
}

/// Demands that the checker bound to the block is silent on `V` and stops on `Mutant`.
template <class Block, class V, class Mutant, class BlockStimulus>
void expect_checked() {
  using Model = std::conditional_t<kIsPart<Block>, ClockedPart<Block>, Block>;
  using Stimulus =
      std::conditional_t<kIsPart<Block>, ClockedStimulus<Block, BlockStimulus>, BlockStimulus>;
  const GoldenOutcome good = run_golden<Model, Stimulus>(AnyRtl<Model>::template of<V>);
  EXPECT_FALSE(good.stopped) << good.text;
  EXPECT_NE(good.text.find(" cycles compared, 0 mismatches"), std::string::npos) << good.text;
  const GoldenOutcome bad = run_golden<Model, Stimulus>(AnyRtl<Model>::template of<Mutant>);
  EXPECT_TRUE(bad.stopped);
  EXPECT_NE(bad.text.find("outputs differ"), std::string::npos) << bad.text;
  EXPECT_NE(bad.text.find("inputs of "), std::string::npos) << bad.text;
}

}  // namespace tinsim
