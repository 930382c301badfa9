// SPDX-License-Identifier: Apache-2.0
// DCTCP by RFC 8257: the estimate of marks, one decrease per window, losses and timeouts.
#include "tlm/host/dctcp.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tinsim {
namespace {

constexpr Cycle kRtt = 1000;

/// Acknowledges windows of ten packets, each a round trip after the one before; `marks` of ten are
/// marked.
class Windows {
 public:
  explicit Windows(Dctcp& dctcp) : dctcp_(dctcp) {}
  void acknowledge(unsigned marks) {
    for (unsigned i = 0; i < 10; ++i) dctcp_.acked(sent_ + kRtt + i, sent_ + i, kRtt, i < marks);
    sent_ += 2 * kRtt;
  }

 private:
  Dctcp& dctcp_;
  Cycle sent_ = 0;
};

TEST(Dctcp, AWindowWithoutMarksGrowsByOnePerPacketInSlowStart) {
  const DctcpParams params;
  Dctcp dctcp(params);
  Windows(dctcp).acknowledge(0);
  EXPECT_DOUBLE_EQ(dctcp.window(), 20);
}

TEST(Dctcp, TheFirstMarkHalvesTheWindowOnce) {
  const DctcpParams params;
  Dctcp dctcp(params);
  Windows(dctcp).acknowledge(10);
  EXPECT_DOUBLE_EQ(dctcp.window(), 5);
  EXPECT_DOUBLE_EQ(dctcp.alpha(), 1);
}

/// alpha = (1 - g) alpha + g F: it approaches the share of marks.
TEST(Dctcp, AlphaFollowsTheShareOfMarks) {
  const DctcpParams params;
  Dctcp dctcp(params);
  Windows windows(dctcp);
  for (unsigned i = 0; i < 200; ++i) windows.acknowledge(3);
  EXPECT_NEAR(dctcp.alpha(), 0.3, 0.01);
  for (unsigned i = 0; i < 20; ++i) windows.acknowledge(0);
  EXPECT_NEAR(dctcp.alpha(), 0.3 * std::pow(1 - params.gain, 20), 0.01);
  const double before = dctcp.window(), alpha = dctcp.alpha();
  windows.acknowledge(1);
  EXPECT_NEAR(dctcp.window(), before * (1 - alpha / 2), 0.01 * before);
}

TEST(Dctcp, AfterADecreaseTheWindowGrowsByOnePerRoundTrip) {
  const DctcpParams params;
  Dctcp dctcp(params);
  Windows windows(dctcp);
  windows.acknowledge(1);
  const double before = dctcp.window();
  windows.acknowledge(0);
  EXPECT_NEAR(dctcp.window(), before + 10 / before, 1);
  EXPECT_LT(dctcp.window(), before + 10 / before);
}

TEST(Dctcp, LossesHalveTheWindowOncePerRoundTrip) {
  const DctcpParams params;
  Dctcp dctcp(params);
  Windows(dctcp).acknowledge(0);
  dctcp.lost(3000);
  dctcp.lost(3000 + kRtt - 1);
  EXPECT_DOUBLE_EQ(dctcp.window(), 10);
  dctcp.lost(3000 + kRtt);
  EXPECT_DOUBLE_EQ(dctcp.window(), 5);
}

TEST(Dctcp, ATimeoutStartsAgainFromOnePacketUpToHalfTheWindow) {
  const DctcpParams params;
  Dctcp dctcp(params);
  Windows(dctcp).acknowledge(0);
  dctcp.timed_out(5000);
  EXPECT_DOUBLE_EQ(dctcp.window(), 1);
  for (unsigned i = 0; i < 9; ++i) dctcp.acked(7000 + i, 6000 + i, kRtt, false);
  EXPECT_DOUBLE_EQ(dctcp.window(), 10);
  dctcp.acked(7100, 6100, kRtt, false);
  EXPECT_DOUBLE_EQ(dctcp.window(), 10.1);
}

TEST(Dctcp, WindowsStayBetweenOneAndTheLargest) {
  DctcpParams params;
  params.max_window = 12;
  Dctcp dctcp(params);
  Windows windows(dctcp);
  windows.acknowledge(0);
  EXPECT_DOUBLE_EQ(dctcp.window(), 12);
  for (unsigned i = 0; i < 50; ++i) windows.acknowledge(10);
  EXPECT_DOUBLE_EQ(dctcp.window(), 1);
}

}  // namespace
}  // namespace tinsim
