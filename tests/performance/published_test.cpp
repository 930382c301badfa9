// SPDX-License-Identifier: Apache-2.0
// The canonical Dragonfly (p = 2, a = 4, h = 2, g = 9) against a second simulator of another router
// (tests/reference), and both against the closed forms of the literature.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "platform/validate/load.h"
#include "tests/performance/saturation.h"
#include "tests/reference/dragonfly_reference.h"

namespace tinsim {
namespace {

using reference::Parameters;

// Bounds: terminals 1; one link for a p nodes, 1/(a p); Valiant (g - 2)/(2 a p) under ADV, and
// (g - 1)/(2 a p) over the 64 of 70 targets that lie in other groups; ideal adaptive g/(2 a p).
constexpr double kAp = 8, kRemote = 64. / 70, kIdeal = 9 / (2 * kAp);

struct Case {
  const char* mode;
  Parameters::Routing routing;
  unsigned offset;         ///< 0: uniform; k: to group + k
  double bound;            ///< flits per node and cycle
  double low, half, high;  ///< loads of the latency curve
};

PlatformConfig ours(const Case& c, double rate) {
  PlatformConfig config =
      load_config(fmt::format(TINSIM_SOURCE_DIR "/configs/published/{}.yaml", c.mode));
  config.traffic[0].pattern = c.offset == 0 ? TrafficPattern::uniform : TrafficPattern::adversarial;
  config.traffic[0].offset = std::max(c.offset, 1u);
  config.traffic[0].load = rate;  // two terminals, two global ports: the reference is a terminal's
  return config;
}

Parameters theirs(const Case& c, double rate) {
  Parameters p;
  p.routing = c.routing;
  p.group_offset = c.offset;
  p.rate = rate;
  p.speedup = 2;
  return p;
}

class Curve : public ::testing::TestWithParam<Case> {};

// Hardly anything waits at the low load: 3 % is the spread of some 700 packets. At half and at
// three quarters of saturation queues differ by the router: cells here, flits there, and outputs
// that grant or inputs that offer first.
TEST_P(Curve, LatencyAgrees) {
  const Case& c = GetParam();
  for (const double rate : {c.low, c.half, c.high}) {
    PlatformConfig config = ours(c, rate);
    set_times(config, 20, 50);
    const RunResult result = run_fresh(config);
    const reference::Result other = reference::run(theirs(c, rate));
    record(fmt::format("latency ours {}", rate), result.latency_cycles.mean());
    record(fmt::format("latency theirs {}", rate), other.latency);
    const double tolerance = rate == c.low ? 0.03 : rate == c.half ? 0.05 : 0.10;
    EXPECT_NEAR(result.latency_cycles.mean(), other.latency, tolerance * other.latency) << rate;
    // Counts of independent packets in 20000 cycles, and what is in flight at both ends of them.
    const double packets = rate * 72 * 20000 / 20, deviations = 4 / std::sqrt(packets);
    EXPECT_NEAR(accepted(result) / 2, rate, deviations * rate);
    EXPECT_NEAR(other.accepted, rate, deviations * rate);
  }
}

TEST_P(Curve, SaturationAgrees) {
  const Case& c = GetParam();
  const double rate = std::min(1.0, 1.2 * c.bound);
  PlatformConfig config = ours(c, rate);
  set_times(config, 50, 25);
  const double own_result = accepted(run_fresh(config)) / 2;
  Parameters p = theirs(c, rate);
  p.warmup = 20000;
  p.measure = 10000;
  const double other = reference::run(p).accepted;
  record("saturation ours", own_result);
  record("saturation theirs", other);
  EXPECT_LE(own_result, kNeverAbove * c.bound);
  EXPECT_NEAR(own_result, other, 0.05 * c.bound);
}

// A cell that UGAL-L has sent to the full link waits behind all that the routers before it hold.
// With unbounded queues behind the crossbar, as BookSim has them by default, that
// is the high latency at medium load of Kim et al. 2008; with 40 words it is not there.
TEST(Published, LatencyOfUgalIsThatOfTheQueuesBehindTheCrossbar) {
  Parameters p = theirs({"ugal_l", Parameters::Routing::kUgalL, 1, kIdeal, 0, 0, 0}, 0.25);
  const double bounded = reference::run(p).latency;
  p.output_queue = 1u << 20;
  const double unbounded = reference::run(p).latency;
  record("latency of theirs with unbounded output queues", unbounded);
  EXPECT_GT(unbounded, 1.5 * bounded);
}

// Progressive adaptive routing (Jiang, Kim, Dally 2009) decides again behind each lane of the
// source group, and weighs more routes; it carries what UGAL-L carries.
TEST(Published, FullyAdaptiveCarriesWhatUgalLCarries) {
  for (const unsigned offset : {0u, 1u}) {
    const Case c{
        "fully_adaptive", Parameters::Routing::kUgalL, offset, offset == 0 ? 1 : kIdeal, 0, 0, 0};
    const double rate = std::min(1.0, 1.2 * c.bound);
    PlatformConfig config = ours(c, rate);
    set_times(config, 50, 25);
    const double own_result = accepted(run_fresh(config)) / 2;
    Parameters p = theirs(c, rate);
    p.warmup = 20000;
    p.measure = 10000;
    const double other = reference::run(p).accepted;
    record(fmt::format("saturation ours, offset {}", offset), own_result);
    EXPECT_GE(own_result, other - 0.05 * c.bound) << offset;
  }
}

// As most simulators have it: packets of one flit, credits alongside them, one round of allocation
// per cycle. Until something saturates, nothing but the order of allocation is left to differ.
class SingleWords : public ::testing::TestWithParam<Case> {
 protected:
  static RunResult run_ours(double rate) {
    PlatformConfig config = ours(GetParam(), rate);
    config.link.credits = CreditReturn::ideal;
    config.tin.switch_.crossbar_speedup = 1;
    config.traffic[0].cell_bytes = CellBytes{{{8, 1}}};
    set_times(config, 15, 15);
    return run_fresh(config);
  }
  static reference::Result run_theirs(double rate) {
    Parameters p = theirs(GetParam(), rate);
    p.packet_flits = p.speedup = 1;
    p.warmup = p.measure = 6000;
    return reference::run(p);
  }
};

TEST_P(SingleWords, LatencyAgrees) {
  const Case& c = GetParam();
  for (const double rate : {c.low, c.half}) {
    const double own_result = run_ours(rate).latency_cycles.mean(),
                 other = run_theirs(rate).latency;
    record(fmt::format("latency ours {}", rate), own_result);
    record(fmt::format("latency theirs {}", rate), other);
    EXPECT_NEAR(own_result, other, 0.03 * other) << rate;
  }
}

// Where a link is the bound, both carry what it does. Elsewhere one round of iSLIP matches more
// than inputs that offer one VC each.
TEST_P(SingleWords, SaturateAtTheBoundOfALink) {
  const Case& c = GetParam();
  const double rate = std::min(1.0, 1.2 * c.bound);
  const double own_result = accepted(run_ours(rate)) / 2, other = run_theirs(rate).accepted;
  record("saturation ours", own_result);
  record("saturation theirs", other);
  EXPECT_LE(own_result, kNeverAbove * c.bound);
  EXPECT_GE(own_result, other - 0.05 * c.bound);
  if (c.bound == 1 / kAp) {
    EXPECT_NEAR(own_result, c.bound, 0.05 * c.bound);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Modes, SingleWords,
    ::testing::Values(
        Case{"minimal_adaptive", Parameters::Routing::kMinimal, 0, 1, 0.05, 0.5, 0},
        Case{"minimal_adaptive", Parameters::Routing::kMinimal, 1, 1 / kAp, 0.01, 0.06, 0},
        Case{"valiant", Parameters::Routing::kValiant, 1, 7 / (2 * kAp), 0.05, 0.2, 0},
        Case{"ugal_l", Parameters::Routing::kUgalL, 1, kIdeal, 0.01, 0.1, 0}),
    [](const auto& test) {
      return fmt::format("{}_{}", test.param.mode,
                         test.param.offset == 0 ? "uniform" : "adversarial");
    });

INSTANTIATE_TEST_SUITE_P(
    Modes, Curve,
    ::testing::Values(
        Case{"minimal_adaptive", Parameters::Routing::kMinimal, 0, 1, 0.05, 0.5, 0.75},
        Case{"minimal_adaptive", Parameters::Routing::kMinimal, 1, 1 / kAp, 0.01, 0.06, 0.1},
        Case{"valiant", Parameters::Routing::kValiant, 0, 8 / (2 * kAp * kRemote), 0.05, 0.25,
             0.42},
        Case{"valiant", Parameters::Routing::kValiant, 1, 7 / (2 * kAp), 0.05, 0.2, 0.33},
        Case{"ugal_l", Parameters::Routing::kUgalL, 0, 1, 0.05, 0.5, 0.75},
        Case{"ugal_l", Parameters::Routing::kUgalL, 1, kIdeal, 0.01, 0.25, 0.4}),
    [](const auto& test) {
      return fmt::format("{}_{}", test.param.mode,
                         test.param.offset == 0 ? "uniform" : "adversarial");
    });

}  // namespace
}  // namespace tinsim
