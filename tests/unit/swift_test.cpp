// SPDX-License-Identifier: Apache-2.0
// Swift's equations against their closed forms (Kumar et al., SIGCOMM 2020, algorithm 1 and
// equations 1 and 2).
#include "tlm/host/swift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tinsim {
namespace {

SwiftParams simple() {
  SwiftParams params;
  params.base_target = 1000;
  params.flow_scaling_range = 500;
  params.endpoint_target = 1e9;
  params.initial_window = 10;
  params.max_window = 1e6;
  params.min_timeout = 50000;
  return params;
}

TEST(SwiftTarget, SmallWindowsAddTheWholeRangeAndLargeOnesNothing) {
  const SwiftTarget target(simple());
  EXPECT_DOUBLE_EQ(target.at(0.1), 1500);
  EXPECT_DOUBLE_EQ(target.at(0.001), 1500);
  EXPECT_NEAR(target.at(100), 1000, 1e-9);
  EXPECT_DOUBLE_EQ(target.at(1000), 1000);
}

TEST(SwiftTarget, InBetweenItFallsWithTheRootOfTheWindow) {
  const SwiftTarget target(simple());
  // range (1/sqrt w - 1/sqrt 100) / (1/sqrt 0.1 - 1/sqrt 100)
  const double share_of_one = (1 - 0.1) / (std::sqrt(10.0) - 0.1);
  EXPECT_NEAR(target.at(1), 1000 + 500 * share_of_one, 1e-9);
  EXPECT_NEAR(share_of_one, 0.294, 5e-4);
  for (double w : {0.2, 0.5, 2.0, 16.0, 50.0}) {
    const double share = (1 / std::sqrt(w) - 0.1) / (std::sqrt(10.0) - 0.1);
    EXPECT_NEAR(target.at(w), 1000 + 500 * share, 1e-9) << w;
  }
}

TEST(SwiftTarget, HopsAddUp) {
  SwiftParams params = simple();
  params.hop_target = 70;
  params.hops = 3;
  EXPECT_NEAR(SwiftTarget(params).at(100), 1210, 1e-9);
}

TEST(Swift, GrowsByOnePacketPerWindowOfAcknowledgements) {
  Swift swift(simple());
  double expected = 10;
  for (unsigned i = 0; i < 1000; ++i) {
    swift.acked(i * 100, {900, 0});
    expected += 1 / expected;
    ASSERT_DOUBLE_EQ(swift.window(), expected);
  }
  // dw/dn = 1/w: w^2 = w0^2 + 2 n, up to the logarithm.
  EXPECT_NEAR(swift.window(), std::sqrt(10.0 * 10 + 2 * 1000), 0.05);
}

TEST(Swift, BelowOneItGrowsByTheWholeIncrementPerPacket) {
  SwiftParams params = simple();
  params.initial_window = 0.25;
  params.additive_increase = 0.125;
  Swift swift(params);
  swift.acked(0, {900, 0});
  EXPECT_DOUBLE_EQ(swift.window(), 0.375);
  swift.acked(10, {900, 0}, 2);
  EXPECT_DOUBLE_EQ(swift.window(), 0.625);
}

TEST(Swift, DecreasesInProportionToTheExcessDelay) {
  Swift swift(simple());
  const double target = SwiftTarget(simple()).at(10);
  swift.acked(0, {1400, 0});
  EXPECT_DOUBLE_EQ(swift.window(), 10 * (1 - 0.8 * (1400 - target) / 1400));
}

TEST(Swift, NeverTakesMoreThanTheLargestShare) {
  Swift swift(simple());
  swift.acked(0, {100000, 0});
  EXPECT_DOUBLE_EQ(swift.window(), 5);
}

TEST(Swift, DecreasesOnceInARoundTrip) {
  Swift swift(simple());
  swift.acked(5000, {2000, 0});
  const double once = swift.window();
  EXPECT_LT(once, 10);
  swift.acked(5000 + 1999, {2000, 0});
  EXPECT_DOUBLE_EQ(swift.window(), once);
  swift.acked(5000 + 2000, {2000, 0});
  EXPECT_LT(swift.window(), once);
}

TEST(Swift, GrowthGoesOnBetweenDecreases) {
  Swift swift(simple());
  swift.acked(0, {100000, 0});
  swift.acked(10, {900, 0});
  EXPECT_DOUBLE_EQ(swift.window(), 5 + 1 / 5.0);
}

TEST(Swift, ALossTakesTheLargestShareOnceInARoundTrip) {
  Swift swift(simple());
  swift.acked(100, {800, 0});
  const double before = swift.window();
  swift.lost(1000);
  EXPECT_DOUBLE_EQ(swift.window(), before * 0.5);
  swift.lost(1799);
  EXPECT_DOUBLE_EQ(swift.window(), before * 0.5);
  swift.lost(1800);
  EXPECT_DOUBLE_EQ(swift.window(), before * 0.25);
}

TEST(Swift, FiveTimeoutsInARowGiveTheSmallestWindow) {
  Swift swift(simple());
  for (unsigned i = 1; i <= 4; ++i) {
    swift.timed_out(i * 100000);
    EXPECT_DOUBLE_EQ(swift.window(), 10 * std::pow(0.5, i));
  }
  swift.timed_out(500000);
  EXPECT_DOUBLE_EQ(swift.window(), 0.001);
}

TEST(Swift, AnAcknowledgementEndsTheRowOfTimeouts) {
  Swift swift(simple());
  for (unsigned i = 1; i <= 4; ++i) swift.timed_out(i * 100000);
  swift.acked(450000, {900, 0});
  const double before = swift.window();
  swift.timed_out(500000);
  EXPECT_DOUBLE_EQ(swift.window(), before * 0.5);
}

TEST(Swift, TheSmallerOfTwoWindowsHolds) {
  SwiftParams params = simple();
  params.endpoint_target = 2000;
  Swift swift(params);
  swift.acked(0, {900, 4000});  // first sample: unfiltered
  EXPECT_DOUBLE_EQ(swift.fabric_window(), 10.1);
  EXPECT_DOUBLE_EQ(swift.endpoint_window(), 10 * (1 - 0.8 * (4000 - 2000) / 4000.0));
  EXPECT_DOUBLE_EQ(swift.window(), swift.endpoint_window());
  Swift other(params);
  other.acked(0, {4000, 900});
  EXPECT_DOUBLE_EQ(other.window(), other.fabric_window());
  EXPECT_DOUBLE_EQ(other.endpoint_window(), 10.1);
}

TEST(Swift, EndpointDelayIsFiltered) {
  SwiftParams params = simple();
  params.endpoint_target = 2000;
  Swift swift(params);
  swift.acked(0, {500, 0});
  // A step to 4000 passes 2000 when 1 - (7/8)^n does one half: n = 6 (0.551), not 5 (0.487).
  for (unsigned n = 1; n <= 6; ++n) {
    const double before = swift.endpoint_window();
    swift.acked(n * 100000, {500, 4000});
    EXPECT_EQ(swift.endpoint_window() < before, n == 6) << n;
  }
}

TEST(Swift, PacesBelowOnePacket) {
  SwiftParams params = simple();
  Swift swift(params);
  swift.acked(0, {100000, 0});
  EXPECT_EQ(swift.pacing_delay(), 0u);
  Cycle now = 0;
  while (swift.window() >= 1) swift.acked(now += 100000, {100000, 0});
  // The round trip is 100000 in all samples.
  EXPECT_EQ(swift.pacing_delay(), static_cast<Cycle>(100000 / swift.window()));
}

TEST(Swift, WindowsStayWithinTheirBounds) {
  SwiftParams params = simple();
  params.max_window = 12;
  Swift swift(params);
  for (unsigned i = 0; i < 100; ++i) swift.acked(i, {10, 0});
  EXPECT_DOUBLE_EQ(swift.window(), 12);
  for (unsigned i = 1; i < 100; ++i) swift.acked(i * 200000, {100000, 0});
  EXPECT_DOUBLE_EQ(swift.window(), 0.001);
}

TEST(Swift, TimeoutIsAtLeastTheConfiguredOne) {
  Swift swift(simple());
  EXPECT_EQ(swift.timeout(), 50000u);
  swift.acked(0, {900, 100});
  EXPECT_EQ(swift.timeout(), 50000u);
  // First sample: RTO = R + 4 R/2 (RFC 6298, 2.2).
  Swift slow(simple());
  slow.acked(0, {90000, 10000});
  EXPECT_EQ(slow.timeout(), 300000u);
}

TEST(RttEstimate, FollowsRfc6298) {
  RttEstimate rtt;
  rtt.add(800);
  EXPECT_EQ(rtt.smoothed(), 800u);
  EXPECT_EQ(rtt.limit(), 800u + 4 * 400);
  rtt.add(1600);
  // SRTT = 7/8 800 + 1/8 1600 = 900; RTTVAR = 3/4 400 + 1/4 800 = 500.
  EXPECT_EQ(rtt.smoothed(), 900u);
  EXPECT_EQ(rtt.limit(), 900u + 4 * 500);
}

/// The published form of the same rules counts in bytes (csg-htsim, sim/swift.cpp). Written
/// independently from the equations, it must move as the windows here do.
class InBytes {
 public:
  double mss = 4096, window = 10 * mss, range = 500, base = 1000;
  Cycle last = 0;
  bool decreased = false;

  double target() const {
    const double alpha = range / (1 / std::sqrt(0.1) - 1 / std::sqrt(100.0));
    const double beta = -alpha / std::sqrt(100.0);
    return base + std::min(range, std::max(0.0, alpha / std::sqrt(window / mss) + beta));
  }
  void ack(Cycle now, double delay, Cycle rtt) {
    if (delay < target()) {
      window += window >= mss ? mss * mss / window : mss;
    } else if (!decreased || now - last >= rtt) {
      window *= std::max(1 - 0.8 * (delay - target()) / delay, 0.5);
      last = now;
      decreased = true;
    }
  }
};

TEST(Swift, MovesAsTheFormInBytes) {
  Swift swift(simple());
  InBytes oracle;
  RttEstimate rtt;
  Cycle now = 0;
  uint32_t random = 1;
  for (unsigned i = 0; i < 20000; ++i) {
    random = random * 1664525u + 1013904223u;
    const Cycle delay = 700 + (random >> 16) % 800;
    now += 50 + (random >> 8) % 200;
    rtt.add(delay);
    swift.acked(now, {delay, 0});
    oracle.ack(now, delay, rtt.smoothed());
    ASSERT_NEAR(swift.window(), oracle.window / oracle.mss, 1e-6 * swift.window()) << i;
  }
}

}  // namespace
}  // namespace tinsim
