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

TEST(Examples, IpPod) {
  const RunResult r = run_example("ip_pod");
  EXPECT_NEAR(goodput_of_offered(r), 1, 0.02);
  EXPECT_LT(p99_rtt_us(r), 20);
  EXPECT_EQ(hosts_of(r).counts.sent_again, 0u);
  for (const auto& [cause, packets] : r.ip->lost) EXPECT_EQ(packets, 0u) << cause;
  EXPECT_TRUE(r.verdict.steady);
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

TEST(Examples, CliqueBurst) {
  const RunResult r = run_example("clique_burst", {"ip_traffic.0.message_bytes=4096",
                                                   "run.warmup_us=10", "run.measure_us=100"});
  EXPECT_NEAR(goodput_of_offered(r), 1, 0.05);
  EXPECT_EQ(hosts_of(r).counts.sent_again, 0u);
}

}  // namespace
}  // namespace tinsim
