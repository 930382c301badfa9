// SPDX-License-Identifier: Apache-2.0
// Section `flows` of the configuration: engines, hosts and files that each kind needs.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

/// The errors of 4 pods x 12 TiNs x 2 hosts with a ring all-reduce that `change` changes.
template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.ip.enabled = true;
  config.flows.enabled = true;
  config.flows.kind = FlowKind::ring_all_reduce;
  config.run.warmup_us = 10;
  change(config.flows, config);
  return find_errors(config);
}

TEST(FlowRules, DefaultsOfACollectiveAreGood) {
  EXPECT_EQ(errors_with([](auto&, auto&) {}), Errors{});
}

TEST(FlowRules, EnginesAndHosts) {
  EXPECT_EQ(errors_with([](auto&, auto& c) { c.ip.enabled = false; }),
            (Errors{"flows.transport: ip needs an IP path; expected ip.enabled: true",
                    "traffic: is empty; expected at least one entry"}));
  EXPECT_EQ(errors_with([](auto&, auto& c) { c.ip_traffic.resize(1); }),
            Errors{"flows.transport: ip makes hosts send messages that send others already; "
                   "expected flows by 1RMA, or no ip_traffic and no messages of cliquemap"});
  EXPECT_EQ(
      errors_with([](auto& f, auto&) { f.transport = FlowTransport::rma_write; }),
      (Errors{"flows.transport: rma_write needs 1RMA engines; expected rma.enabled: true",
              "flows.line_gbps: is not given; expected the rate of a transfer by 1RMA alone"}));
}

TEST(FlowRules, Collectives) {
  EXPECT_EQ(errors_with([](auto& f, auto&) {
              f.hosts = {0, 96};
            }),
            Errors{"flows.hosts.1: 96 does not exist; expected 0 to 95, because the network has 96 "
                   "hosts"});
  EXPECT_EQ(errors_with([](auto& f, auto&) { f.hosts = {7}; }),
            Errors{"flows.hosts: ring_all_reduce has 1 hosts; expected at least 2"});
  EXPECT_EQ(errors_with([](auto& f, auto&) { f.kind = FlowKind::doubling_all_reduce; }),
            Errors{"flows.hosts: doubling_all_reduce has 96 hosts; expected a power of two"});
  EXPECT_EQ(errors_with([](auto& f, auto&) { f.bytes = 95; }),
            Errors{"flows.hosts: ring_all_reduce has 95 bytes for 96 hosts; expected at least one "
                   "byte for each"});
}

TEST(FlowRules, Mixes) {
  EXPECT_EQ(errors_with([](auto& f, auto&) {
              f.kind = FlowKind::incast;
              f.fan_in = 96;
            }),
            Errors{"flows.fan_in: 96 of 96 hosts cannot answer another one; expected at most 95"});
  EXPECT_EQ(errors_with([](auto& f, auto&) {
              f.kind = FlowKind::storage;
              f.size_cdf = "/nowhere.csv";
            }).size(),
            1u);
}

TEST(FlowRules, FilesAndTables) {
  EXPECT_EQ(errors_with([](auto& f, auto&) { f.kind = FlowKind::file; }),
            Errors{"flows.file: is not given; expected a CSV list of flows"});
  EXPECT_EQ(
      errors_with([](auto& f, auto&) { f.table = "ports.csv"; }),
      Errors{"flows.table: 'ports.csv' is the name of another result; expected another name"});
  EXPECT_EQ(errors_with([](auto& f, auto&) { f.table = "x/flows.csv"; }).size(), 1u);
}

}  // namespace
}  // namespace tinsim
