// SPDX-License-Identifier: Apache-2.0
// Traffic of 1RMA: what is offered arrives, closed loops obey Little's law, PCIe is the limit that
// it should be, and every implementation of the switch gives the same run.
#include <gtest/gtest.h>

#include <array>

#include "platform/statistics/rma_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

#ifdef TINSIM_RTL
constexpr std::array kSwitches = {"pins", "lockstep_pins", "rtl", "lockstep"};
#else
constexpr std::array kSwitches = {"pins", "lockstep_pins"};
#endif

RmaTrafficConfig reads(unsigned bytes, unsigned outstanding) {
  RmaTrafficConfig traffic;
  traffic.bytes = bytes;
  traffic.outstanding = outstanding;
  return traffic;
}

PlatformConfig with_rma(PlatformConfig config, const RmaTrafficConfig& traffic) {
  config.rma.enabled = true;
  config.rma_traffic = {traffic};
  config.routing.mode = RouteMode::fully_adaptive;
  config.run.warmup_us = 20;
  config.run.measure_us = 100;
  return config;
}

double goodput(const RunResult& r) {
  const RmaPlanResult& entry = r.sections.get<RmaResult>().entries.at(0);
  return ip_gbps(entry.bytes_moved, r.measure_cycles, entry.sources, r.core_mhz);
}

TEST(RmaTraffic, AnOpenLoopMovesWhatIsOffered) {
  const RunResult r = run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/rma_pod.yaml", {}));
  ASSERT_TRUE(r.sections.find<RmaResult>() != nullptr);
  const RmaPlanResult& entry = r.sections.get<RmaResult>().entries.at(0);
  EXPECT_NEAR(goodput(r), 20, 1);
  EXPECT_EQ(entry.failed, 0u);
  EXPECT_LT(entry.completion.percentile(99), 5 * 400);
  ASSERT_EQ(r.sections.get<RmaResult>().ops.size(), 1u);
  EXPECT_EQ(r.sections.get<RmaResult>().ops[0].op, "read");
  EXPECT_EQ(r.sections.get<RmaResult>().nacks, 0u);
}

/// N operations in flight = their rate x their time.
TEST(RmaTraffic, AClosedLoopObeysLittlesLaw) {
  for (unsigned outstanding : {1u, 4u}) {
    RmaTrafficConfig traffic = reads(4096, outstanding);
    traffic.pattern = HostPattern::pairs;
    traffic.sources = {0};
    traffic.targets = {3};
    const RunResult r = run_fresh(with_rma(of_kind("pair", 2, 4), traffic));
    const RmaPlanResult& entry = r.sections.get<RmaResult>().entries.at(0);
    const double rate =
        static_cast<double>(entry.completion.count()) / static_cast<double>(r.measure_cycles);
    EXPECT_NEAR(rate * entry.completion.mean(), outstanding, 0.05 * outstanding);
    EXPECT_EQ(entry.failed, 0u);
  }
}

/// Root complexes that answer in completions of 64 bytes give 86.63 Gb/s (docs/reference/pcie.md).
/// The test counts operations that end: of the bytes that cross PCIe, those of at most 14 in flight
/// at either end of the measurement are counted on the wrong side, 57 KB. So it has to be 530 us
/// long for 1 %.
TEST(RmaTraffic, CompletionsOf64BytesCapReads) {
  RmaTrafficConfig traffic = reads(4096, 2);
  traffic.pattern = HostPattern::incast;
  traffic.targets = {7};
  PlatformConfig config = with_rma(dragonfly(1, 4, 0, 4), traffic);
  config.pcie.completion_bytes = 64;
  config.rma.cell_bytes = 64;
  config.run.measure_us = 600;
  const RunResult r = run_fresh(config);
  EXPECT_NEAR(goodput(r) * 7, 86.63, 0.01 * 86.63);
  EXPECT_EQ(r.sections.get<RmaResult>().entries[0].failed, 0u);
}

TEST(RmaTraffic, AtomicOperationsAndWritesEnd) {
  RmaTrafficConfig writes = reads(512, 4), adds = reads(8, 2), swaps = reads(8, 2);
  writes.op = RmaTrafficOp::write;
  writes.class_ = RmaLatencyClass::L;
  adds.op = RmaTrafficOp::faa;
  swaps.op = RmaTrafficOp::cas;
  PlatformConfig config = with_rma(dragonfly(1, 4, 0, 2), writes);
  config.rma_traffic.push_back(adds);
  config.rma_traffic.push_back(swaps);
  config.rma.payload = Payload::carried;
  const RunResult r = run_fresh(config);
  ASSERT_EQ(r.sections.get<RmaResult>().ops.size(), 3u);
  for (const RmaOpResult& of : r.sections.get<RmaResult>().ops) {
    EXPECT_GT(of.ended.at("ok"), 100u) << of.op;
    EXPECT_EQ(of.total.count(), of.ended.at("ok"));
  }
  for (const RmaPlanResult& entry : r.sections.get<RmaResult>().entries)
    EXPECT_EQ(entry.failed, 0u);
}

/// Model, pins and RTL of the switch, alone and in lockstep.
TEST(RmaTraffic, EverySwitchGivesTheSameRun) {
  PlatformConfig config = with_rma(of_kind("pair", 2, 2), reads(512, 4));
  config.run.warmup_us = 5;
  config.run.measure_us = 5;
  const uint64_t expected = run_fresh(config).state_hash;
  for (const char* impl : kSwitches) {
    config.tin.impl = Word{impl};
    EXPECT_EQ(run_fresh(config).state_hash, expected) << impl;
  }
  config.tin.impl = SwitchImpl::model;
  config.run.seed = 2;
  EXPECT_NE(run_fresh(config).state_hash, expected);
}

}  // namespace
}  // namespace tinsim
