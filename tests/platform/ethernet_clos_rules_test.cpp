// SPDX-License-Identifier: Apache-2.0
// The Ethernet Clos network in the configuration: exact error texts.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.ip.enabled = true;
  config.ip_traffic.resize(1);
  config.run.warmup_us = 10;
  config.ethernet_clos.enabled = true;
  change(config.ethernet_clos, config);
  return find_errors(config);
}

TEST(EthernetClosRules, DefaultsAreGood) {
  EXPECT_EQ(errors_with([](auto&, auto&) {}), Errors{});
}

TEST(EthernetClosRules, MessagesAreNeeded) {
  EXPECT_EQ(errors_with([](auto&, PlatformConfig& config) { config.ip_traffic.clear(); }),
            Errors{"ethernet_clos.enabled: there are no messages to compare; expected ip_traffic"});
}

TEST(EthernetClosRules, WeightsAreOneOrEight) {
  EXPECT_EQ(errors_with([](EthernetClosConfig& clos, auto&) {
              clos.weights = {1, 8};
            }),
            Errors{"ethernet_clos.weights: has 2 entries; expected 1, or one for each of the 8 "
                   "classes"});
}

TEST(EthernetClosRules, StrictClassesAreListedOnce) {
  EXPECT_EQ(errors_with([](EthernetClosConfig& clos, auto&) {
              clos.strict_classes = {3, 3};
            }),
            Errors{"ethernet_clos.strict_classes.1: 3 is listed twice; expected each entry once"});
}

TEST(EthernetClosRules, AQueueHoldsTheLargestFrame) {
  EXPECT_EQ(errors_with([](EthernetClosConfig& clos, auto&) { clos.queue_kib = 4; }),
            Errors{"ethernet_clos.queue_kib: 4 is less than a frame of 4178 bytes; expected at "
                   "least 5"});
  EXPECT_EQ(errors_with([](EthernetClosConfig& clos, auto&) { clos.queue_kib = 5; }), Errors{});
}

TEST(EthernetClosRules, DctcpNeedsMarks) {
  EXPECT_EQ(errors_with([](EthernetClosConfig& clos, PlatformConfig& config) {
              clos.transport = ClosTransport::dctcp;
              config.ip_traffic[0].ecn = false;
            }),
            Errors{"ip_traffic.0.ecn: is false, but ethernet_clos.transport is dctcp, which marks "
                   "control; expected true"});
}

TEST(EthernetClosRules, LookupsAreThoseOfCliqueMap) {
  EXPECT_EQ(errors_with([](EthernetClosConfig& clos, auto&) { clos.lookups.enabled = true; }),
            Errors{"ethernet_clos.lookups.enabled: there are no lookups to compare; expected "
                   "cliquemap.enabled: true"});
  const auto error_with = [](double set_share) {
    const Errors errors = errors_with([&](EthernetClosConfig& clos, PlatformConfig& config) {
      clos.lookups.enabled = true;
      config.rma.enabled = config.cliquemap.enabled = true;
      config.rma.payload = Payload::carried;
      config.cliquemap.ops_per_s = 1000;
      config.cliquemap.set_share = set_share;
      config.run.warmup_us = 10;
    });
    for (const std::string& error : errors)
      if (error.find("ethernet_clos.lookups") == 0) return error;
    return std::string();
  };
  EXPECT_EQ(error_with(0), "");
  EXPECT_EQ(error_with(0.1),
            "ethernet_clos.lookups.enabled: SETs and ERASEs cross the chips only; expected neither "
            "with lookups over Ethernet");
}

TEST(EthernetClosRules, KeysWithoutEffectAreRefused) {
  const auto error_of = [](std::vector<std::string> sets) -> std::string {
    sets.push_back("ethernet_clos.enabled=true");
    try {
      load_config(TINSIM_SOURCE_DIR "/configs/ip_pod.yaml", sets);
      return "";
    } catch (const ConfigError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(error_of({"ethernet_clos.transport=dctcp", "ethernet_clos.dctcp.gain=0.1"}), "");
  EXPECT_NE(error_of({"ethernet_clos.dctcp.gain=0.1"}).find("ethernet_clos.dctcp"),
            std::string::npos);
  EXPECT_NE(
      error_of({"ethernet_clos.queue_kib=99", "ethernet_clos.alpha=2"}).find("ethernet_clos.alpha"),
      std::string::npos);
  EXPECT_NE(error_of({"ethernet_clos.lookups.cos=1"}).find("ethernet_clos.lookups.cos"),
            std::string::npos);
  EXPECT_NE(error_of({"ethernet_clos.forwarding=warp"}).find("store_and_forward"),
            std::string::npos);
}

}  // namespace
}  // namespace tinsim
