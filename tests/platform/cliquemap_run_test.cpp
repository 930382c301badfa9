// SPDX-License-Identifier: Apache-2.0
// CliqueMap as a workload of whole networks: every request ends once and rightly, no sooner than
// its parts allow, and runs repeat.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "platform/result/writer.h"
#include "platform/statistics/cliquemap_result.h"
#include "platform/statistics/ip_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

RunResult run_example(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/" + name + ".yaml", overrides));
}

const Histogram& times(const RunResult& r, const std::string& kind) {
  for (const auto& [name, histogram] : r.sections.get<CliqueResult>().times)
    if (name == kind) return histogram;
  throw std::out_of_range(kind);
}
double us(double cycles) { return cycles / 400; }

/// Invariants that hold at any load.
void expect_right(const RunResult& r) {
  ASSERT_TRUE(r.sections.find<CliqueResult>() != nullptr);
  const CliqueResult& of = r.sections.get<CliqueResult>();
  EXPECT_EQ(of.gets, of.hits + of.misses + of.failed + of.gets_open);
  EXPECT_EQ(of.sets, of.sets_ended + of.sets_refused + of.sets_open);
  EXPECT_EQ(of.erases, of.erases_ended + of.erases_open);
  EXPECT_EQ(of.wrong_values, 0u);
  EXPECT_EQ(of.stale, 0u);
  EXPECT_EQ(of.wrong_ends, 0u);
  EXPECT_EQ(of.failed, 0u);
  EXPECT_EQ(of.sets_refused, 0u);
}

/// `made` of `tries`, each with probability `share`, within four standard deviations.
void expect_share(uint64_t made, uint64_t tries, double share) {
  const auto n = static_cast<double>(tries);
  EXPECT_NEAR(static_cast<double>(made), n * share, 4 * std::sqrt(n * share * (1 - share)));
}

/// Requests of all clients in `us`, Poisson, within four standard deviations.
void expect_rate(uint64_t made, unsigned clients, double per_s, double us) {
  const double mean = clients * per_s * us * 1e-6;
  EXPECT_NEAR(static_cast<double>(made), mean, 4 * std::sqrt(mean));
}

/// One read by 1RMA, docs/reference/rma.md: command, request, check, encryption and decryption, the
/// memory's shortest time, and the software's poll. Wires and cells come on top.
double shortest_read(const PlatformConfig& c) {
  const double memory = (c.pcie.read_ns - 3 * c.pcie.read_sigma_ns) * 0.4;
  return c.rma.command_cycles + c.rma.request_cycles + c.rma.check_cycles + 2 * c.rma.crypt_cycles +
         memory + 40;
}

TEST(CliqueMapRun, GetsAndSetsOfThreeReplicasEndRightly) {
  const PlatformConfig config = load_config(TINSIM_SOURCE_DIR "/configs/cliquemap_pod.yaml", {});
  const RunResult r = run_fresh(config);
  expect_right(r);
  const CliqueResult& of = r.sections.get<CliqueResult>();
  EXPECT_EQ(of.clients, 12u);
  EXPECT_EQ(of.backends, 12u);
  expect_rate(of.gets + of.sets, 12, 200'000, 300);
  expect_rate(of.gets_made + of.sets_made, 12, 200'000, 200);
  expect_share(of.sets, of.gets + of.sets, 0.1);
  expect_share(of.misses, of.hits + of.misses, 0.1);
  // A value of 4096 at 126 Gb/s of PCIe, and a bucket.
  const double bytes = (4096 + 512) * 8 / 126.03 * 0.4;
  EXPECT_GT(times(r, "hit").min(), 2 * shortest_read(config) + bytes);
  EXPECT_GT(times(r, "miss").min(), shortest_read(config));
  // Two messages, each 3 us and 0.5 us in software.
  EXPECT_GT(us(times(r, "set").min()), 2 * 3.5);
}

/// A GET without retry reads a bucket, and data if the key is there.
TEST(CliqueMapRun, ReadsAreTwoForEachHit) {
  const RunResult r = run_example("cliquemap_pod", {"cliquemap.set_share=0", "cliquemap.replicas=1",
                                                    "run.warmup_us=20", "run.measure_us=100"});
  expect_right(r);
  const CliqueResult& of = r.sections.get<CliqueResult>();
  EXPECT_EQ(of.sets, 0u);
  EXPECT_EQ(of.retries, 0u);
  EXPECT_GE(of.reads, of.gets + of.hits);
  EXPECT_LE(of.reads, of.gets + of.hits + of.gets_open);
  EXPECT_EQ(of.value_bytes, 4096 * times(r, "hit").count());
  EXPECT_EQ(times(r, "index").count(), times(r, "hit").count());
  EXPECT_NEAR(times(r, "index").mean() + times(r, "data").mean(), times(r, "hit").mean(), 1e-6);
}

/// SETs of one key after the other while all look it up: data is overwritten under its readers, and
/// SETs come to replicas one after the other.
TEST(CliqueMapRun, AHotKeyIsNeverTorn) {
  for (const unsigned replicas : {1u, 3u}) {
    const RunResult r = run_example(
        "cliquemap_pod",
        {"cliquemap.replicas=" + std::to_string(replicas), "cliquemap.keys=2",
         "cliquemap.set_share=0.3", "cliquemap.miss_share=0", "cliquemap.ops_per_s=100000",
         "cliquemap.attempts=100", "run.warmup_us=50", "run.measure_us=150"});
    expect_right(r);
    EXPECT_GT(r.sections.get<CliqueResult>().retries, 0u);
    EXPECT_EQ(r.sections.get<CliqueResult>().disagreements > 0, replicas == 3);
  }
}

/// Few keys, which are erased and set again while all look them up.
TEST(CliqueMapRun, WhatIsErasedIsMissedUntilItIsSetAgain) {
  for (const unsigned replicas : {1u, 3u}) {
    const RunResult r = run_example(
        "cliquemap_pod",
        {"cliquemap.replicas=" + std::to_string(replicas), "cliquemap.keys=20",
         "cliquemap.set_share=0.2", "cliquemap.erase_share=0.1", "cliquemap.miss_share=0",
         "cliquemap.attempts=100", "run.warmup_us=50", "run.measure_us=150"});
    expect_right(r);
    const CliqueResult& of = r.sections.get<CliqueResult>();
    const uint64_t all = of.gets + of.sets + of.erases;
    expect_rate(all, 12, 200'000, 200);
    expect_share(of.sets, all, 0.2);
    expect_share(of.erases, all, 0.1);
    EXPECT_GT(of.hits, 100u);
    EXPECT_GT(of.misses, 30u);
    EXPECT_GT(us(times(r, "erase").min()), 2 * 3.5) << "two messages";
  }
}

TEST(CliqueMapRun, SoftwareTakesFourMessages) {
  const RunResult r =
      run_example("cliquemap_pod", {"cliquemap.transport=software", "cliquemap.replicas=1",
                                    "run.warmup_us=50", "run.measure_us=100"});
  expect_right(r);
  EXPECT_GT(us(times(r, "hit").min()), 4 * 3.5);
  EXPECT_GT(us(times(r, "miss").min()), 2 * 3.5);
}

TEST(CliqueMapRun, SizesComeFromAFile) {
  const std::string file = testing::TempDir() + "values.csv";
  std::ofstream(file) << "bytes,cumulative\n100,0.5\n300,1\n";
  const RunResult r = run_example(
      "cliquemap_pod", {"cliquemap.value_cdf=" + file, "run.warmup_us=20", "run.measure_us=100"});
  expect_right(r);
  const auto values = static_cast<double>(times(r, "hit").count() + times(r, "set").count());
  // Mean 50 + 0.5 * 200.5; the second moment is 5000 + 0.5 * 43433.5.
  const double mean = 150.25, deviation = std::sqrt(5000 + 21716.75 - mean * mean);
  EXPECT_NEAR(static_cast<double>(r.sections.get<CliqueResult>().value_bytes) / values, mean,
              4 * deviation / std::sqrt(values));
}

TEST(CliqueMapRun, RepeatsByItsSeed) {
  const std::vector<std::string> brief = {"run.warmup_us=20", "run.measure_us=20"};
  const auto result = [&](const char* seed) {
    std::vector<std::string> overrides = brief;
    overrides.emplace_back(seed);
    nlohmann::ordered_json json = make_summary(run_example("cliquemap_pod", overrides));
    return json["cliquemap"].dump() + json["state_hash"].dump();
  };
  const std::string first = result("run.seed=1");
  EXPECT_EQ(result("run.seed=1"), first);
  EXPECT_NE(result("run.seed=2"), first);
}

/// Figure 8 of the paper, shorter: data of 4 KiB below 10 us.
TEST(CliqueMapRun, TheCliqueLooksUp) {
  const RunResult r = run_example("cliquemap", {"run.warmup_us=6", "run.measure_us=4"});
  expect_right(r);
  EXPECT_EQ(r.chips, 576u);
  EXPECT_EQ(r.sections.get<CliqueResult>().clients, 500u);
  expect_rate(r.sections.get<CliqueResult>().gets_made, 500, 20e9 / 8 / 4096, 4);
  EXPECT_EQ(r.sections.get<CliqueResult>().retries, 0u);
  EXPECT_LT(us(times(r, "data").percentile(99)), 10);
}

/// Figure 11 of the paper, in small: half the time at low load, a quarter at high
/// load, in the median and at p99.
class RmaAgainstSoftware : public testing::TestWithParam<std::tuple<const char*, double>> {};

TEST_P(RmaAgainstSoftware, IsFasterAsThePaperSays) {
  const auto [rate, ratio] = GetParam();
  const bool low = ratio < 3;
  const auto run = [&, load = rate](const char* transport) {
    RunResult r = run_example("cliquemap_transports_pod",
                              {load, transport, low ? "run.measure_us=800" : "run.measure_us=200"});
    expect_right(r);
    EXPECT_EQ(r.sections.get<CliqueResult>().retries, 0u);
    return r;
  };
  const RunResult rma = run("cliquemap.transport=rma");
  const RunResult software = run("cliquemap.transport=software");
  for (const double percent : {50.0, 99.0})
    EXPECT_GT(times(software, "hit").percentile(percent),
              ratio * times(rma, "hit").percentile(percent));
  EXPECT_LT(us(times(rma, "hit").percentile(99)), 10);
  // Four messages: the software takes 0.5 us for each, then 3 us and 1 us of jitter in the mean.
  EXPECT_GT(us(times(software, "hit").mean()), 4 * 4.5);
}

INSTANTIATE_TEST_SUITE_P(Loads, RmaAgainstSoftware,
                         testing::Values(std::tuple("cliquemap.ops_per_s=50000", 2.0),
                                         std::tuple("cliquemap.ops_per_s=400000", 4.0)));

/// … and at full size, briefly.
TEST(CliqueMapRun, HundredClientsAreFasterByRmaToo) {
  const auto run = [](const char* transport) {
    RunResult r =
        run_example("cliquemap_transports", {transport, "run.warmup_us=40", "run.measure_us=40"});
    expect_right(r);
    EXPECT_EQ(r.sections.get<CliqueResult>().clients, 100u);
    return r;
  };
  const RunResult rma = run("cliquemap.transport=rma");
  const RunResult software = run("cliquemap.transport=software");
  for (const double percent : {50.0, 99.0})
    EXPECT_GT(times(software, "hit").percentile(percent),
              2 * times(rma, "hit").percentile(percent));
}

/// Bulk of 64 KiB messages over IP, 10 Gb/s from each host, alongside lookups of class H, as in
/// Figure 9: with VCs of their own their reads stay below the 4.8 us (median) of the paper, and 10
/// us.
TEST(CliqueMapRun, BulkOverIpDoesNotReachRma) {
  PlatformConfig config =
      load_config(TINSIM_SOURCE_DIR "/configs/cliquemap_transports_pod.yaml", {});
  IpTrafficConfig bulk;
  bulk.gbps = 10;
  bulk.message_bytes = 65536;
  config.ip_traffic = {bulk};
  config.run.measure_us = 400;
  const RunResult r = run_fresh(config);
  expect_right(r);
  EXPECT_GT(r.sections.get<IpResult>().delivered, 0u);
  EXPECT_LT(us(times(r, "hit").percentile(50)), 4.8);
  EXPECT_LT(us(times(r, "hit").percentile(99)), 10);
}

}  // namespace
}  // namespace tinsim
