// SPDX-License-Identifier: Apache-2.0
// A crossbar faster than the links: head-of-line blocking of one switch, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 16;
constexpr double kHeadOfLine =
    0.6018;  // Karol et al. 1987 for N = 16 (docs/reference/validation.md)

/// One switch with one VC under uniform traffic.
RunResult run_switch(unsigned speedup, double load) {
  PlatformConfig config = one_switch(kPorts);
  config.tin.switch_.crossbar_speedup = speedup;
  config.tin.output.queue_words = 255;
  offer(config, "uniform", kPorts * load);
  set_times(config, 200, 2000);
  return run_fresh(config);
}

// FIFO inputs pass on 0.6018 of what the crossbar could move; with S = 2 that is more than the
// links bring, so all of it passes: 0.3 % for cells that are in flight at either end.
TEST(Speedup, OfTwoEndsHeadOfLineBlocking) {
  ASSERT_GT(2 * kHeadOfLine, 1);
  EXPECT_NEAR(accepted(run_switch(1, 0.9)) / kPorts, kHeadOfLine, 0.01);
  for (unsigned speedup : {2u, 4u}) {
    const RunResult result = run_switch(speedup, 0.9);
    EXPECT_NEAR(accepted(result), offered(result), 0.003 * offered(result)) << speedup;
    record(fmt::format("accepted, speedup {}", speedup), accepted(result) / kPorts);
  }
}

// Ports carry a word per cycle, however fast the crossbar is.
TEST(Speedup, DoesNotMakePortsFaster) {
  for (unsigned speedup : {2u, 4u})
    EXPECT_LE(accepted(run_switch(speedup, 1.2)), kNeverAbove * kPorts) << speedup;
}

}  // namespace
}  // namespace tinsim
