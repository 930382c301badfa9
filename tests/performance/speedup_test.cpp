// SPDX-License-Identifier: Apache-2.0
// A crossbar faster than the links: head-of-line blocking of one switch, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 16;
constexpr double kHeadOfLine = 0.6018;  // Karol et al. 1987 for N = 16 (facts 3.3)

/// Words per port and cycle that one switch with one VC passes on under uniform traffic.
double passed_on(unsigned speedup, double load) {
  PlatformConfig config = one_switch(kPorts);
  config.tin.switch_.crossbar_speedup = speedup;
  config.tin.output.queue_words = 255;
  offer(config, "uniform", kPorts * load);
  set_times(config, 200, 2000);
  const double rate = accepted(run_fresh(config)) / kPorts;
  record(fmt::format("per port, speedup {}, load {}", speedup, load), rate);
  return rate;
}

// FIFO inputs pass on 0.6018 of what the crossbar could move; with S = 2 that is more than the
// links bring, so all of it passes. Input and output queues then see loads below 1, and what a
// finite output queue holds back costs a little of the last tenth.
TEST(Speedup, OfTwoEndsHeadOfLineBlocking) {
  ASSERT_GT(2 * kHeadOfLine, 1);
  EXPECT_NEAR(passed_on(1, 0.9), kHeadOfLine, 0.01);
  EXPECT_NEAR(passed_on(2, 0.9), 0.9, 0.003 * 0.9);
  EXPECT_NEAR(passed_on(4, 0.9), 0.9, 0.003 * 0.9);
}

// Ports carry a word per cycle, however fast the crossbar is.
TEST(Speedup, DoesNotMakePortsFaster) {
  for (unsigned speedup : {2u, 4u}) EXPECT_LE(passed_on(speedup, 1.2), kNeverAbove) << speedup;
}

}  // namespace
}  // namespace tinsim
