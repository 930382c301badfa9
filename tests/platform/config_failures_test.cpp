// SPDX-License-Identifier: Apache-2.0
// Failures section: each rule holds just inside and breaks just outside, at the line where it
// stands.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

/// The only error of `failures: {events: [{…}]}`, without `c.yaml:`; empty when there is none.
std::string error_of(const std::string& event, const std::string& more = "") {
  const auto parsed = parse_config(
      "topology: {pods: 2, tins_per_pod: 2, global_links_per_pair: 2}\n"
      "traffic: [{load: 0.3}]\n"
      "run: {warmup_us: 10, measure_us: 20}\n"
      "failures: {events: [{" +
          event + "}]}\n" + more,
      "c.yaml");
  const auto errors = find_errors(parsed.config, parsed.origins);
  if (errors.empty()) return "";
  EXPECT_EQ(errors.size(), 1u) << errors.back();
  return errors[0].substr(7);
}

TEST(ConfigFailures, GoodOnes) {
  EXPECT_EQ(error_of("links: global, percent: 20, seed: 3, at_us: 29.9, for_us: 1000"), "");
  EXPECT_EQ(error_of("links: pod0.tin1.port*, at_us: 1, direction: from"), "");
  EXPECT_EQ(error_of("tins: pod*.tin1, at_us: 1"), "");
}

TEST(ConfigFailures, LinksOrTins) {
  EXPECT_EQ(error_of("at_us: 1"), "4:21: failures.events.0: names nothing; expected links or tins");
  EXPECT_EQ(error_of("links: all, tins: pod0.tin0"),
            "4:21: failures.events.0: names both links and tins; expected links or tins");
  EXPECT_EQ(error_of("tins: pod0.tin0, direction: to"),
            "4:50: failures.events.0.direction: is only for links; expected no direction with "
            "tins");
}

TEST(ConfigFailures, WhatTheyNameExists) {
  EXPECT_EQ(error_of("links: pod2.tin0.port0"),
            "4:29: failures.events.0.links: 'pod2.tin0.port0' matches no link; expected one that "
            "does");
  EXPECT_EQ(error_of("links: tin0").substr(0, 54),
            "4:29: failures.events.0.links: 'tin0' is no selector; ");
  EXPECT_EQ(error_of("tins: pod0.tin2"),
            "4:28: failures.events.0.tins: 'pod0.tin2' matches no TiN; expected two names with a "
            "dot between them as in pod0.tin1, where * stands for anything");
}

TEST(ConfigFailures, Times) {
  EXPECT_EQ(error_of("links: all, at_us: 30"),
            "4:41: failures.events.0.at_us: 30 us is after the end of the run; expected less than "
            "30, the longest warm-up and the measurement");
  EXPECT_EQ(error_of("links: all, for_us: 0.002"),
            "4:42: failures.events.0.for_us: 0.002 us is less than a cycle at 400 MHz; expected at "
            "least one cycle");
  EXPECT_EQ(error_of("links: all, percent: 0").substr(0, 33), "4:43: failures.events.0.percent: ");
}

TEST(ConfigFailures, WhatTheyNeedOfTheChips) {
  EXPECT_EQ(error_of("links: all", "tin: {switch: {vcs: 30}}\n"),
            "5:21: tin.switch.vcs: is 30, but with failures the last two of 32 VCs are the escape "
            "VCs; expected 32");
  EXPECT_EQ(error_of("links: all", "tin: {switch: {ports: 63}}\n"),
            "5:23: tin.switch.ports: is 63; expected at most 61 with failures");
}

TEST(ConfigFailures, BesideChipsOnPins) {
  for (const char* impl : {"pins", "lockstep_pins", "rtl", "lockstep"}) {
    const std::string on_pins = std::string("tin: {impl: ") + impl + ", impl_chips: [1]}\n";
    EXPECT_EQ(error_of("links: pod1.tin0.port0", on_pins), "");
    EXPECT_EQ(error_of("links: pod0.tin0.port0", on_pins),
              std::string("4:29: failures.events.0.links: pod0.tin1.port0 fails, but tin.impl ") +
                  impl +
                  " has no input for ports that are dead; expected links between other chips, or "
                  "tin.impl model");
    EXPECT_EQ(error_of("tins: pod1.tin0", on_pins),
              std::string("4:28: failures.events.0.tins: cells for them are dropped, which "
                          "tin.impl ") +
                  impl + " cannot; expected links, or tin.impl model");
  }
  for (const char* impl : {"rtl", "lockstep"}) {
    const std::string chosen = std::string("vc_fifo ") + impl;
    const std::string on_pins = std::string("tin: {blocks: {fc_sender: lockstep, vc_fifo: ") +
                                impl + ", crossbar: lockstep}, impl_chips: [1]}\n";
    EXPECT_EQ(error_of("links: pod1.tin0.port0", on_pins), "");
    EXPECT_EQ(error_of("links: pod0.tin0.port0", on_pins),
              "4:29: failures.events.0.links: pod0.tin1.port0 fails, but tin.blocks." + chosen +
                  " has no input for ports that are dead; expected links between other chips, or "
                  "no block of a switch in tin.blocks");
    EXPECT_EQ(error_of("tins: pod1.tin0", on_pins),
              "4:28: failures.events.0.tins: cells for them are dropped, which tin.blocks." +
                  chosen + " cannot; expected links, or no block of a switch in tin.blocks");
  }
}

// The last two VCs are no class's: not that of class 7 where each has four.
TEST(ConfigFailures, ClassesStayBelowTheEscapeVcs) {
  const auto first_error = [](unsigned cls, const char* events) {
    const auto parsed = parse_config(
        "topology: {kind: torus, dims: [4, 4, 4], hosts_per_tin: 1}\n"
        "traffic: [{load: 0.3, class: [" +
            std::to_string(cls) + "]}]\nfailures: {events: [" + events + "]}\n",
        "c.yaml");
    const auto errors = find_errors(parsed.config, parsed.origins);
    return errors.empty() ? "" : errors[0];
  };
  EXPECT_EQ(first_error(6, "{links: all}"), "");
  EXPECT_EQ(first_error(7, ""), "");
  EXPECT_EQ(first_error(7, "{links: all}"),
            "c.yaml:2:31: traffic.0.class.0: class 7 needs VC 28 to 31, but those below the escape "
            "VCs are 30; expected 4*class + 3 < 30");
}

}  // namespace
}  // namespace tinsim
