// SPDX-License-Identifier: Apache-2.0
// The frame model of PAUSE over a WAN: against the stepped model, the buffer rule of the slides,
// classes, credits, and loads that need no loss and loads that do not.
#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "tlm/wan/frame_model.h"
#include "tlm/wan/link_credits.h"
#include "tlm/wan/stepped_model.h"

namespace tinsim {
namespace {

constexpr double kFrame = 9018, kWireFrame = 9038;
/// A frame on the wire, as a share of a step of 65535 quanta.
constexpr double kFrameSteps = kWireFrame * 8 / (65535 * 512.0);

WanConfig base(WanAlgorithm algorithm = WanAlgorithm::time_based) {
  WanConfig config;
  config.algorithm = algorithm;
  config.steps = 3000;
  config.warmup_steps = 1000;
  return config;
}

WanFrameRun run(const WanConfig& config) { return WanFrameModel(config).run(); }

/// A frame that has begun is finished: source and sink each send up to a frame more per step than
/// their pauses allow, so the balance of both shifts by less than that, and the mean occupancy by
/// less than kFrameSteps * (H - C), 0.23 of 54.
void expect_as_in_steps(const WanConfig& config) {
  const WanFigures frames = run(config).series.figures, steps = run_steps(config).figures;
  const double tolerance = kFrameSteps * (config.height - config.constant);
  EXPECT_NEAR(frames.occupancy_mean, steps.occupancy_mean, tolerance);
  EXPECT_NEAR(frames.occupancy_sd, steps.occupancy_sd, tolerance);
  EXPECT_NEAR(frames.occupancy_min, steps.occupancy_min, 2 * tolerance);
  EXPECT_NEAR(frames.occupancy_max, steps.occupancy_max, 2 * tolerance);
  // Shares of open time, of which the sink has half of a step on average.
  EXPECT_NEAR(frames.sink_efficiency, steps.sink_efficiency, kFrameSteps / 0.5);
  EXPECT_NEAR(frames.pause_mean, steps.pause_mean, kFrameSteps);
  EXPECT_EQ(frames.starved_share, steps.starved_share);
  EXPECT_EQ(frames.lost, 0);
}

TEST(WanFrames, AgreeWithTheStepsAtAllRates) {
  expect_as_in_steps(base());
  WanConfig config = base();
  config.frames.gbps = 10;
  config.rtt_steps = 29;
  config.height = 36;
  expect_as_in_steps(config);
  config.frames.gbps = 1;
  config.rtt_steps = 2;
  config.height = 10;
  config.steps = 300;
  config.warmup_steps = 50;
  expect_as_in_steps(config);
  config = base();
  config.frames.gbps = 40;
  config.frames.cable_km = 10'000;  // 119.2 steps
  config.rtt_steps = 119;
  config.height = 130;
  expect_as_in_steps(config);
}

TEST(WanFrames, AgreeWithTheStepsStepByStep) {
  const WanConfig config = base();
  const WanSeries frames = run(config).series, steps = run_steps(config);
  ASSERT_EQ(frames.steps.size(), steps.steps.size());
  const double tolerance = 2 * kFrameSteps * (config.height - config.constant);
  for (std::size_t i = 0; i < config.steps; ++i) {
    ASSERT_NEAR(frames.steps[i].occupancy, steps.steps[i].occupancy, tolerance) << "step " << i;
    ASSERT_EQ(frames.steps[i].sink_pause, steps.steps[i].sink_pause);
  }
}

// The threshold may be passed a step sooner or later, in periods of more than 200 steps.
TEST(WanFrames, OnOffAgreesWithTheSteps) {
  const WanConfig config = base(WanAlgorithm::on_off);
  const WanFigures frames = run(config).series.figures, steps = run_steps(config).figures;
  EXPECT_NEAR(frames.occupancy_mean, steps.occupancy_mean, 0.01 * steps.occupancy_max);
  EXPECT_NEAR(frames.occupancy_max, steps.occupancy_max, 1);
  EXPECT_NEAR(frames.sink_efficiency, steps.sink_efficiency, 0.01);
  EXPECT_NEAR(frames.starved_share, steps.starved_share, 0.01);
  EXPECT_NEAR(frames.pause_mean, steps.pause_mean, 0.01);
  EXPECT_EQ(frames.lost, 0);
}

// Preamble and gap take no room, so a step of line rate is 9018/9038 of a step of buffer.
TEST(WanFrames, TheBufferRuleHoldsForOnOffAndALossBelowIt) {
  WanConfig config = base(WanAlgorithm::on_off);
  config.sink = WanSink::closed;
  config.steps = 1000;
  config.height = config.rtt_steps + config.threshold + 1;
  const WanFrameRun enough = run(config);
  EXPECT_EQ(enough.frames.frames_dropped, 0u);
  EXPECT_NEAR(enough.series.figures.peak, 106 * kFrame / kWireFrame, 3 * kFrameSteps);
  config.height = 100;
  const WanFrameRun less = run(config);
  EXPECT_NEAR(less.series.figures.lost, 106 * kFrame / kWireFrame - 100, 3 * kFrameSteps);
  EXPECT_EQ(less.frames.frames_delivered, 0u);
}

TEST(WanFrames, TheGuardKeepsTheBufferOfTheTimeBasedAlgorithm) {
  WanConfig config = base();
  config.sink_stops_at = 1500;
  EXPECT_NEAR(run(config).series.figures.lost, run_steps(config).figures.lost, 1);
  EXPECT_GT(run(config).series.figures.lost, 10);
  config.guard = true;
  EXPECT_EQ(run(config).frames.frames_dropped, 0u);
}

TEST(WanFrames, AnOpenSinkGetsTheLineRate) {
  WanConfig config = base();
  config.sink = WanSink::open;
  const WanFrameFigures f = run(config).frames;
  EXPECT_NEAR(f.rdma_gbps, 100 * kFrame / kWireFrame, 0.01);
  EXPECT_EQ(f.control_frames, 0u);
  EXPECT_EQ(f.frames_dropped, 0u);
}

TEST(WanFrames, DelayOfTheCable) {
  WanConfig config = base();
  config.sink = WanSink::open;
  config.frames.cable_km = 10'000;
  config.steps = 200;
  config.warmup_steps = 0;
  const WanFrameRun far = run(config);
  EXPECT_DOUBLE_EQ(far.frames.rtt_ms, 100);
  // 50 ms of a run of 200 steps of 0.3355 ms pass before the first frame arrives.
  EXPECT_NEAR(static_cast<double>(far.frames.frames_delivered),
              (200 - 50 / 0.3355392) / kFrameSteps, 3);
}

TEST(WanFrames, PfcLeavesTcpAlone) {
  WanConfig config = base();
  config.frames.control = WanControl::pfc;
  EXPECT_EQ(run(config).series.figures.occupancy_mean,
            run([] { return base(); }()).series.figures.occupancy_mean);
  config.frames.tcp_flows = 4;
  const WanFrameFigures f = run(config).frames;
  EXPECT_EQ(f.rdma_repeated, 0u);  // nothing of its class was lost
  EXPECT_GT(f.tcp_lost, 0u);
  EXPECT_NEAR(f.rdma_gbps, f.tcp_gbps, 0.01 * f.rdma_gbps);  // both always wait at the node
}

TEST(WanFrames, LossStopsRdmaAndSlowsTcp) {
  WanConfig config = base(WanAlgorithm::none);
  config.sink = WanSink::open;
  config.sink_rate = 0.8;
  config.height = 50;
  const WanFrameFigures rdma = run(config).frames;
  EXPECT_GT(rdma.frames_dropped, 0u);
  // Of five frames one is lost, so that a round trip brings a few frames in order.
  EXPECT_LT(rdma.rdma_gbps, 0.01 * 80);
  config.frames.rdma_flows = 0;
  config.frames.tcp_flows = 4;
  const WanFrameFigures tcp = run(config).frames;
  EXPECT_EQ(tcp.tcp_lost, tcp.frames_dropped);
  EXPECT_GT(tcp.tcp_gbps, 0.5 * 80);
  config.algorithm = WanAlgorithm::time_based;
  config.height = 110;
  config.guard = true;
  config.frames.rdma_flows = 1;
  config.frames.tcp_flows = 0;
  const WanFrameFigures lossless = run(config).frames;
  EXPECT_EQ(lossless.frames_dropped, 0u);
  EXPECT_NEAR(lossless.rdma_gbps, 80 * kFrame / kWireFrame, 0.05);
}

/// EDR with packets of 256 octets, four blocks.
WanConfig edr() {
  WanConfig config = base();
  config.frames.control = WanControl::credits;
  config.frames.gbps = 108.6;
  config.frames.frame_bytes = 256;
  config.rtt_steps = 150;
  config.height = 160;
  return config;
}

TEST(WanFrames, CreditsPerStepSettleAndDoNotDeadlock) {
  const WanConfig config = edr();
  const WanFrameRun r = run(config);
  EXPECT_NEAR(r.frames.step_us, 9.655, 0.001);
  EXPECT_NEAR(r.series.figures.occupancy_mean, 0.5 * (160 - 2), 1.5);  // mean of 2000 draws: 0.0065
  EXPECT_NEAR(r.series.figures.occupancy_mean, run_steps(config).figures.occupancy_mean, 0.5);
  EXPECT_EQ(r.frames.frames_dropped, 0u);
  EXPECT_EQ(r.series.figures.starved_share, 0);
  EXPECT_LT(r.frames.longest_silence_steps, 3);
  EXPECT_EQ(r.frames.control_frames, config.steps + 1);  // one per step: 103 600 per second
}

TEST(WanFrames, AGrantLeavesHalfAPacketUnused) {
  WanConfig config = edr();
  config.frames.frame_bytes = 4158;  // 65 blocks, of a mean grant of 1024
  EXPECT_NEAR(run(config).series.figures.sink_efficiency, 1 - 32.5 / 1024, 0.005);
}

TEST(WanFrames, StandardCreditsCarryAGrantPerRoundTrip) {
  WanConfig config = edr();
  config.frames.credit_rule = CreditRule::standard;
  config.sink = WanSink::open;
  const WanFrameRun r = run(config);
  // The grant is used up at once, and the packet with the next one arrives a step later at most.
  EXPECT_NEAR(r.series.figures.sink_efficiency, 1.0 / 151, 0.0003);
  EXPECT_LT(r.frames.longest_silence_steps, 152);
  EXPECT_EQ(r.frames.frames_dropped, 0u);
}

TEST(WanFrames, WithStandardCreditsASmallBufferIsNeverOverrun) {
  WanConfig config = edr();
  config.frames.credit_rule = CreditRule::standard;
  config.height = 0.3;
  const WanFrameRun r = run(config);
  EXPECT_GT(r.frames.frames_delivered, 0u);
  EXPECT_EQ(r.frames.frames_dropped, 0u);
}

TEST(WanFrames, AreTheSameEachTime) {
  WanConfig config = base();
  config.steps = 300;
  config.frames.tcp_flows = 2;
  const WanFrameRun a = run(config), b = run(config);
  EXPECT_EQ(a.frames.frames_sent, b.frames.frames_sent);
  for (std::size_t i = 0; i < config.steps; ++i)
    ASSERT_EQ(a.series.steps[i].occupancy, b.series.steps[i].occupancy);
}

std::string error_of(const WanConfig& config) {
  try {
    WanFrameModel model(config);
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "";
}

TEST(WanFrames, RefuseCablesAndRunsThatAreTooLong) {
  WanConfig config = base();
  config.rtt_steps = 298;  // 99.99 ms
  EXPECT_EQ(error_of(config), "");
  config.rtt_steps = 299;
  EXPECT_NE(error_of(config).find("10033 km; expected at most 10000 km"), std::string::npos)
      << error_of(config);
  config = base();
  config.steps = 40'000;
  EXPECT_NE(error_of(config).find("wan.steps: 40000 steps"), std::string::npos);
}

}  // namespace
}  // namespace tinsim
