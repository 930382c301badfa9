// SPDX-License-Identifier: Apache-2.0
// Flows on whole networks: times by formula, dependencies, collective operations against alpha and
// beta, both transports.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "platform/services/flow_network.h"
#include "platform/statistics/flow_result.h"
#include "platform/statistics/ip_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

std::string list_with(const std::string& lines) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "flows_run_" + info->name() + ".csv";
  std::ofstream(path, std::ios::binary) << "id,src,dst,bytes,start_ns,after\n" << lines;
  return path;
}

/// Hosts without random delays.
PlatformConfig with_flows(PlatformConfig config, double measure_us) {
  config.ip.enabled = true;
  config.host.jitter_us = 0;
  config.flows.enabled = true;
  config.run.warmup_us = 0;
  config.run.measure_us = measure_us;
  return config;
}

const FlowResult& flows_of(const RunResult& result) { return result.sections.get<FlowResult>(); }

FlowResult run_list(const std::string& lines, PlatformConfig config) {
  config.flows.file = list_with(lines);
  return flows_of(run_fresh(config));
}

PlatformConfig by_rma(PlatformConfig config) {
  config.ip.enabled = false;
  config.host = HostConfig();
  config.rma.enabled = true;
  config.flows.transport = FlowTransport::rma_write;
  config.flows.line_gbps = 50;
  return config;
}

/// One way of a packet of 4096 bytes of data between the hosts of a chip, as hosts with traffic of
/// their own measure it.
uint64_t one_way_of_a_packet() {
  IpTrafficConfig entry;
  entry.gbps = 0.05;
  entry.pattern = HostPattern::pairs;
  entry.sources = {0};
  entry.targets = {1};
  PlatformConfig config = with_flows(of_kind("single", 2), 3000);
  config.flows = {};
  config.ip_traffic = {entry};
  return run_fresh(config).sections.get<IpResult>().classes.at(0).hosts.one_way.min();
}

TEST(FlowRuns, AFlowOfOnePacketTakesWhatAMessageTakes) {
  const FlowResult result = run_list("1,0,1,4096,1000,\n", with_flows(of_kind("single", 2), 20));
  EXPECT_EQ(result.completed, 1u);
  EXPECT_EQ(result.completion.min(), one_way_of_a_packet());
  EXPECT_EQ(result.first_start, 400u);
  EXPECT_EQ(result.last_end, 400 + result.completion.min());
}

TEST(FlowRuns, AnAnswerStartsWhenTheSoftwareHasTheRequest) {
  const FlowResult result =
      run_list("1,0,1,4096,0,\n2,1,0,4096,0,1\n", with_flows(of_kind("single", 2), 20));
  // The two differ by how their starts fall into the turns of the NIC.
  EXPECT_EQ(result.last_end, result.completion.sum() + 4 * 400);  // host.process_us between them
}

TEST(FlowRuns, TheSourceLearnsOfTheEndByANotice) {
  const FlowResult result =
      run_list("1,0,1,4096,0,\n2,0,1,4096,0,1\n", with_flows(of_kind("single", 2), 20));
  const uint64_t one_way = result.completion.min();
  const uint64_t known = (one_way + 4 * 400 + 39) / 40 * 40;  // flows.notice_us, polled
  EXPECT_EQ(result.last_end, known + one_way);
}

TEST(FlowRuns, WhatDoesNotFitTheRunIsNotComplete) {
  const FlowResult result = run_list("1,0,1,4096,0,\n2,0,1,100000000,0,\n3,1,0,5,0,2\n",
                                     with_flows(of_kind("single", 2), 20));
  EXPECT_EQ(result.listed, 3u);
  EXPECT_EQ(result.listed_bytes, 100'004'101u);
  EXPECT_EQ(result.started, 2u);
  EXPECT_EQ(result.completed, 1u);
  EXPECT_TRUE(std::isnan(result.makespan_us));
}

TEST(FlowRuns, SlowdownIsTimeOverThatOfTheFlowAlone) {
  PlatformConfig config = with_flows(of_kind("single", 2), 20);
  config.flows.base_us = 1;
  config.flows.line_gbps = 81.92;  // 4096 bytes in 400 ns, 160 cycles
  const FlowResult result = run_list("1,0,1,4096,0,\n", config);
  EXPECT_EQ(result.slowdown.max(), 1000 * result.completion.max() / (400 + 160));
}

/// Completion time of a collective operation by eight hosts, in us.
double all_reduce_us(FlowKind kind, unsigned bytes, double measure_us) {
  PlatformConfig config = with_flows(dragonfly(2, 4, 8, 2), measure_us);
  config.routing.mode = RouteMode::fully_adaptive;
  config.topology.hosts_per_tin = 1;
  config.host.send_gbps = 20;
  config.flows.kind = kind;
  config.flows.bytes = bytes;
  const RunResult run = run_fresh(config);
  const FlowResult& result = flows_of(run);
  EXPECT_EQ(result.completed, result.listed);
  return result.makespan_us;
}

/// S steps of m bytes: S (alpha + beta m) - process, as no flow follows the last. alpha is that of
/// the same operation with 4096 bytes, or 8 packets of one byte, beta that of host.send_gbps.
void expect_alpha_beta(FlowKind kind, unsigned steps, unsigned small, unsigned large,
                       unsigned share) {
  constexpr double kProcessUs = 4, kNsPerByte = 8.0 / 20;
  const double start = all_reduce_us(kind, small, 400);
  const double alpha = (start + kProcessUs) / steps;
  const double bytes = static_cast<double>(large - small) / share;
  const double expected = steps * (alpha + bytes * kNsPerByte / 1000) - kProcessUs;
  const double measured = all_reduce_us(kind, large, 1.2 * expected);
  EXPECT_NEAR(measured, expected, 0.03 * expected) << word_of(kind);
}

TEST(FlowRuns, RingAllReduceIsAlphaAndBeta) {
  expect_alpha_beta(FlowKind::ring_all_reduce, 14, 8, 1'600'000, 8);
}

TEST(FlowRuns, DoublingAllReduceIsAlphaAndBeta) {
  expect_alpha_beta(FlowKind::doubling_all_reduce, 3, 1, 400'000, 1);
}

TEST(FlowRuns, TreeAllReduceIsAlphaAndBeta) {
  expect_alpha_beta(FlowKind::tree_all_reduce, 6, 1, 400'000, 1);
}

TEST(FlowRuns, CollectivesByWritesOf1Rma) {
  for (FlowKind kind : {FlowKind::ring_all_reduce, FlowKind::doubling_all_reduce,
                        FlowKind::tree_all_reduce, FlowKind::all_to_all, FlowKind::broadcast}) {
    PlatformConfig config = by_rma(with_flows(dragonfly(2, 2, 2, 2), 600));
    config.routing.mode = RouteMode::fully_adaptive;
    config.flows.kind = kind;
    config.flows.bytes = 40'000;
    const RunResult run = run_fresh(config);
    const FlowResult& result = flows_of(run);
    EXPECT_EQ(result.completed, result.listed) << word_of(kind);
    EXPECT_EQ(result.completed_bytes, result.listed_bytes);
    EXPECT_EQ(result.failed, 0u);
  }
}

TEST(FlowRuns, AWriteOfOneOperationEndsWhenItsCompletionIsSeen) {
  const PlatformConfig config = by_rma(with_flows(of_kind("pair", 1), 40));
  const FlowResult small = run_list("1,0,1,64,1000,\n", config);
  const FlowResult two = run_list("1,0,1,64,1000,\n2,0,1,64,1000,1\n", config);
  EXPECT_EQ(small.completed, 1u);
  // The host that starts both knows at once.
  EXPECT_EQ(two.last_end - two.first_start, 2 * (small.last_end - small.first_start));
}

TEST(FlowRuns, ReadsMoveBytesToTheReader) {
  PlatformConfig config = by_rma(with_flows(of_kind("pair", 1), 100));
  config.flows.transport = FlowTransport::rma_read;
  // 70,000 bytes: 18 operations, and then as many of another flow to the same reader.
  const FlowResult result = run_list("1,0,1,70000,0,\n2,0,1,70000,0,1\n", config);
  EXPECT_EQ(result.completed, 2u);
  EXPECT_EQ(result.completed_bytes, 140'000u);
  // The reader knows at once, and the other host sends at most 25.6 Gb/s.
  EXPECT_EQ(result.last_end, result.completion.sum());
  EXPECT_GT(result.completion.min(), 70'000 * 8 / 25.6 * 0.4);
}

std::string error_of(PlatformConfig config, const std::string& lines) try {
  config.flows.file = list_with(lines);
  run_fresh(config);
  return "";
} catch (const ConfigError& error) {
  return error.what();
}

TEST(FlowRuns, AFaultyListIsRefusedBeforeTheFirstCycle) {
  const std::string text =
      error_of(with_flows(of_kind("single", 2), 20), "1,0,1,4096,0,\n2,0,2,4096,0,\n");
  EXPECT_NE(text.find("flows.file: "), std::string::npos) << text;
  EXPECT_NE(text.find(".csv:3: flows: flow 2: dst is host 2"), std::string::npos) << text;
}

TEST(FlowRuns, ANoticeShorterThanAWindowIsRefused) {
  PlatformConfig config = with_flows(dragonfly(2, 2, 2, 2), 20);
  config.flows.notice_us = 0.1;
  const std::string text = error_of(config, "1,0,1,4096,0,\n");
  EXPECT_NE(text.find("flows.notice_us: 0.1 us is less than"), std::string::npos) << text;
}

PlatformConfig plugin_network(const std::string& options) {
  PlatformConfig config = load_config(TINSIM_SOURCE_DIR "/examples/flow_plugin/network.yaml",
                                      {"flows.file=" TINSIM_FLOW_PLUGIN});
  config.flows.options = options;
  return config;
}

TEST(FlowPlugin, TheExampleRuns) {
  const RunResult run = run_fresh(plugin_network("rounds=5 bytes=16384"));
  EXPECT_EQ(flows_of(run).completed, 80u);
  EXPECT_EQ(flows_of(run).completed_bytes, 80u * 16384);
}

TEST(FlowPlugin, WhatItRefusesIsAnErrorOfTheConfiguration) {
  try {
    run_fresh(plugin_network("rounds=five"));
    FAIL();
  } catch (const ConfigError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("options are 'rounds=five'; expected 'rounds=N bytes=B'"),
              std::string::npos)
        << text;
  }
}

TEST(FlowPlugin, AnotherFileIsNoPlugin) {
  PlatformConfig config = plugin_network("rounds=1 bytes=1");
  config.flows.file = TINSIM_SOURCE_DIR "/examples/flow_plugin/network.yaml";
  EXPECT_THROW(run_fresh(config), ConfigError);
}

}  // namespace
}  // namespace tinsim
