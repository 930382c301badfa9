// SPDX-License-Identifier: Apache-2.0
// The examples with hosts show what their first lines say; those of the full Clique are run
// shorter.
#include <gtest/gtest.h>

#include <cmath>

#include "platform/config/reader.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

RunResult run_example(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/" + name + ".yaml", overrides));
}

const HostClassStats& hosts_of(const RunResult& r) { return r.ip->classes.at(0).hosts; }

double goodput_of_offered(const RunResult& r) {
  const HostCounts& counts = hosts_of(r).counts;
  return static_cast<double>(counts.bytes) / static_cast<double>(counts.bytes_made);
}

double p99_rtt_us(const RunResult& r) {
  return cycles_to_ns(hosts_of(r).fabric_rtt.percentile(99), r.core_mhz) / 1000;
}

double median_completion_us(const RunResult& r) {
  return cycles_to_ns(hosts_of(r).completion.percentile(50), r.core_mhz) / 1000;
}

TEST(Examples, IpPod) {
  const RunResult r = run_example("ip_pod");
  EXPECT_NEAR(goodput_of_offered(r), 1, 0.02);
  EXPECT_LT(p99_rtt_us(r), 20);
  EXPECT_EQ(hosts_of(r).counts.sent_again, 0u);
  for (const auto& [cause, packets] : r.ip->lost) EXPECT_EQ(packets, 0u) << cause;
  EXPECT_TRUE(r.verdict.steady);
}

TEST(Examples, IpMac) {
  const RunResult r = run_example("ip_mac");
  for (const auto& [cause, packets] : r.ip->lost) EXPECT_EQ(packets, 0u) << cause;
  EXPECT_GT(r.frames->pauses_sent, 10u);
  uint64_t bytes = 0;
  for (const IpClassResult& of_class : r.ip->classes) bytes += of_class.bytes;
  const double gbps = ip_gbps(bytes, r.measure_cycles, 1, r.core_mhz);
  EXPECT_GT(gbps, 85);
  EXPECT_LT(gbps, 100);
  const RunResult without = run_example("ip_mac", {"ip.mac.flow_control=none"});
  EXPECT_GT(without.ip->lost.at("ingress_full"), 100u);
  EXPECT_EQ(without.frames->pauses_sent, 0u);
}

double p99_completion_us(const RunResult& r) {
  return cycles_to_ns(r.rma->entries.at(0).completion.percentile(99), r.core_mhz) / 1000;
}

TEST(Examples, RmaPod) {
  const RunResult r = run_example("rma_pod");
  const RmaPlanResult& entry = r.rma->entries.at(0);
  EXPECT_NEAR(static_cast<double>(entry.bytes_moved), static_cast<double>(entry.bytes_made),
              0.03 * static_cast<double>(entry.bytes_made));
  EXPECT_EQ(entry.failed, 0u);
  EXPECT_NEAR(cycles_to_ns(r.rma->ops.at(0).total.percentile(50), r.core_mhz), 2000, 200);
  EXPECT_LT(p99_completion_us(r), 5);
}

// Figure 8 of the paper: a p99 below 10 us.
TEST(Examples, CliqueRma) {
  const RunResult r = run_example("clique_rma", {"run.warmup_us=8", "run.measure_us=5"});
  const RmaPlanResult& entry = r.rma->entries.at(0);
  EXPECT_EQ(r.chips, 576u);
  EXPECT_EQ(entry.sources, 500u);
  EXPECT_EQ(entry.failed, 0u);
  // Poisson, 500 clients of 5 Gb/s for 5 us: within four standard deviations of the mean.
  const double expected = 500 * 5e3 * 5 / (8 * 4096);
  EXPECT_NEAR(static_cast<double>(entry.completion.count()), expected, 4 * std::sqrt(expected));
  EXPECT_LT(p99_completion_us(r), 10);
}

TEST(Examples, CliqueIp) {
  const RunResult r = run_example("clique_ip", {"run.warmup_us=40", "run.measure_us=10"});
  EXPECT_EQ(r.ip->hosts, 1152u);
  EXPECT_NEAR(goodput_of_offered(r), 1, 0.05);
  EXPECT_LT(p99_rtt_us(r), 20);
}

/// Figure 10 at one message size.
RunResult burst(const char* config, unsigned bytes, const char* measure) {
  return run_example(config, {"ip_traffic.0.message_bytes=" + std::to_string(bytes),
                              "run.warmup_us=100", std::string("run.measure_us=") + measure});
}

TEST(Examples, CliqueBurst) {
  const RunResult one = burst("clique_burst", 4096, "500");
  const RunResult many = burst("clique_burst", 65536, "4000");
  EXPECT_EQ(hosts_of(one).counts.sent_again + hosts_of(many).counts.sent_again, 0u);
  EXPECT_GT(p99_rtt_us(many), 2 * p99_rtt_us(one));
}

// The paper's explanation: a burst of B bytes takes B * 8 * (1/50 - 1/100) ns longer over two links
// of 25 Gb/s than over four, which carry what the NIC sends. Of the queues beside, a tenth is
// allowed.
TEST(Examples, CliqueBurstHalf) {
  constexpr unsigned kBytes = 262144;
  const RunResult full = burst("clique_burst", kBytes, "3500");
  const RunResult half = burst("clique_burst_half", kBytes, "3500");
  const double excess_us = kBytes * 8 * (1 / 50. - 1 / 100.) / 1000;
  EXPECT_NEAR(median_completion_us(full) - median_completion_us(half), excess_us, 0.1 * excess_us);
  EXPECT_GT(p99_rtt_us(full), 40);
}

}  // namespace
}  // namespace tinsim
