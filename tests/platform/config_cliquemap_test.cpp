// SPDX-License-Identifier: Apache-2.0
// CliqueMap in the configuration: exact error texts, places of clients and backends.
#include <gtest/gtest.h>

#include <numeric>

#include "config_test_util.h"
#include "platform/config/cliquemap_plan.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.rma.enabled = true;
  config.rma.payload = Payload::carried;
  config.cliquemap.enabled = true;
  config.cliquemap.gbps = 1;
  config.run.warmup_us = 10;
  change(config);
  return find_errors(config);
}

TEST(CliqueMapRules, TheDefaultsAreRight) {
  EXPECT_EQ(errors_with([](PlatformConfig&) {}), Errors());
}

TEST(CliqueMapRules, LookupsNeedWhatMovesBytes) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.rma.payload = Payload::counted;
              c.rma_traffic.resize(1);
            }),
            Errors({"rma.payload: is counted, but lookups go by what they read; expected carried",
                    "rma_traffic: would be made by hosts that look up; expected none with "
                    "cliquemap.transport rma"}));
  EXPECT_EQ(
      errors_with([](PlatformConfig& c) { c.cliquemap.transport = CliqueTransport::software; }),
      Errors({"cliquemap.transport: transport software is messages over IP; expected "
              "ip.enabled: true"}));
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.cliquemap.erase_share = 0.1; }),
            Errors({"cliquemap.erase_share: ERASEs are messages over IP; expected ip.enabled: "
                    "true"}));
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.cliquemap.set_share = 0.1; }),
            Errors({"cliquemap.set_share: SETs are messages over IP; expected ip.enabled: true"}));
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.ip.enabled = true;
              c.ip_traffic.resize(1);
              c.cliquemap.set_share = 0.1;
            }),
            Errors({"ip_traffic: would be made by hosts that send messages of CliqueMap; expected "
                    "none, or lookups by 1RMA without SETs and ERASEs"}));
}

TEST(CliqueMapRules, OneRateAndATimeToWarmUp) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.cliquemap.ops_per_s = 5; }),
            Errors({"cliquemap.gbps: is given beside ops_per_s; expected one of them"}));
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.cliquemap.gbps.reset();
              c.run.warmup_us = {};
            }),
            Errors({"cliquemap.gbps: is not given, nor is ops_per_s; expected one of them",
                    "run.warmup_us: auto watches cells that are made one by one, not lookups; "
                    "expected a number of microseconds with cliquemap"}));
}

TEST(CliqueMapRules, HostsReplicasAndFilesAreThere) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.cliquemap.clients = 90;
              c.cliquemap.backends = 7;
              c.cliquemap.value_cdf = "/nowhere.csv";
            }),
            Errors({"cliquemap.value_cdf: '/nowhere.csv' cannot be read: No such file or "
                    "directory; expected an existing file",
                    "cliquemap.clients: 90 clients and 7 backends, interleaved, need 97 hosts; "
                    "expected at most 96"}));
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.cliquemap.replicas = 2; }),
            Errors({"cliquemap.replicas: is 2; expected 1 or 3",
                    "cliquemap.backends: 1 cannot keep 2 replicas; expected at least 2"}));
}

TEST(CliqueMapRules, IndexAndDataFit) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.cliquemap.buckets = 1;
              c.cliquemap.keys = 21;
            }),
            Errors({"cliquemap.buckets: 21 keys fall into one of 1 buckets of 16 ways; expected "
                    "more buckets or ways, or fewer keys"}));
  // 1 MiB, 128 buffers of 17 pages, 1024 buckets of 512 octets, 104 slots of 65,600.
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.cliquemap.keys = 100;
              c.cliquemap.value_bytes = 65536;
              c.pcie.memory_mib = 16;
            }),
            Errors({"pcie.memory_mib: 16 MiB do not hold index and data of a backend, 17308160 "
                    "bytes; expected at least 17"}));
}

TEST(CliqueMapPlan, ClientsAndBackendsTakeTurns) {
  CliqueMapConfig config;
  config.clients = 4;
  config.backends = 4;
  CliquePlan plan = clique_plan(config);
  EXPECT_EQ(plan.clients, (std::vector<uint16_t>{0, 2, 4, 6}));
  EXPECT_EQ(plan.backends, (std::vector<uint16_t>{1, 3, 5, 7}));
  config.backends = 2;
  plan = clique_plan(config);
  EXPECT_EQ(plan.clients, (std::vector<uint16_t>{0, 1, 3, 4}));
  EXPECT_EQ(plan.backends, (std::vector<uint16_t>{2, 5}));
  config.placement = CliquePlacement::together;
  plan = clique_plan(config);
  EXPECT_EQ(plan.clients, (std::vector<uint16_t>{0, 1, 2, 3}));
  EXPECT_EQ(plan.backends, (std::vector<uint16_t>{0, 1}));
}

TEST(CliqueMapPlan, EachReplicaOfAKeyHasABackend) {
  CliqueMapConfig config;
  config.backends = 7;
  config.replicas = 3;
  config.keys = 1000;
  const CliquePlan plan = clique_plan(config);
  EXPECT_EQ(std::accumulate(plan.keys.begin(), plan.keys.end(), 0u), 3000u);
}

}  // namespace
}  // namespace tinsim
