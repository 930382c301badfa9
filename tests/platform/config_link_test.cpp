// SPDX-License-Identifier: Apache-2.0
// Link section: each rule holds just inside and breaks just outside, at the line where it stands.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

/// Errors of `link: {…}` in a pair of chips that run for at most 30 us.
Errors errors_of(const std::string& link, const std::string& more = "") {
  const auto [parsed, errors] = read_all(
      "topology: {kind: pair}\ntraffic: [{load: 0.3}]\nrun: {warmup_us: 10, measure_us: 20}\n" +
          more + "link:\n" + link,
      "c.yaml", {});
  return !errors.empty() ? errors : find_errors(parsed.config, parsed.origins);
}

/// The only error, without `c.yaml:`; empty when there is none.
std::string error_of(const std::string& link, const std::string& more = "") {
  const Errors errors = errors_of(link, more);
  if (errors.empty()) return "";
  EXPECT_EQ(errors.size(), 1u) << errors.back();
  EXPECT_EQ(errors[0].substr(0, 7), "c.yaml:");
  return errors[0].substr(7);
}

TEST(ConfigLink, EverythingAtOnceIsGood) {
  EXPECT_EQ(error_of("  fidelity: wire\n"
                     "  wire_links: [all, pod0.tin1.port*]\n"
                     "  fc_hold_cycles: 0\n"
                     "  fc_refresh_us: 0\n"
                     "  timesync_us: 100\n"
                     "  train_at_start: true\n"
                     "  noise: [{links: local, ber: 0.5, burst_per_s: 4.0e+8, burst_bits: 1}]\n"
                     "  faults:\n"
                     "    - {links: all, at_us: 29.9, for_us: 1000, direction: from}\n"
                     "    - {kind: stuck, value: 1, at_us: 5, for_us: 1, times: 3, every_us: 2}\n"
                     "    - {kind: drop_fc, at_us: 1, count: 100, direction: to}\n"),
            "");
}

TEST(ConfigLink, ASelectorThatMatchesNothingIsAnErrorAtItsLine) {
  const std::string hint = "expected one that does: pod0.tin0 has links on ports 0 to 1";
  EXPECT_EQ(error_of("  wire_links: [local, pod0.tin2.port0]\n"),
            "5:23: link.wire_links.1: 'pod0.tin2.port0' matches no link; " + hint);
  EXPECT_EQ(error_of("  noise:\n    - {links: global, ber: 0.1}\n"),
            "6:15: link.noise.0.links: 'global' matches no link; " + hint);
  EXPECT_EQ(error_of("  faults: [{links: '*.*.port2', for_us: 1}]\n"),
            "5:20: link.faults.0.links: '*.*.port2' matches no link; " + hint);
}

TEST(ConfigLink, AnythingElseIsNoSelector) {
  EXPECT_EQ(error_of("  wire_links: tin0.port1\n"),
            "5:15: link.wire_links.0: 'tin0.port1' is no selector; expected local, global, all, or "
            "three names with dots between them as in pod0.tin1.port25, where * stands for "
            "anything");
}

TEST(ConfigLink, ASingleChipHasNoLinks) {
  const auto parsed = parse_config(
      "topology: {kind: single}\ntraffic: [{load: 0.3}]\nlink: {wire_links: all}\n", "c.yaml");
  EXPECT_EQ(find_errors(parsed.config, parsed.origins),
            Errors{"c.yaml:3:20: link.wire_links.0: 'all' matches no link; expected one that does: "
                   "the network has no links between chips"});
}

TEST(ConfigLink, RangesOfSingleKeys) {
  for (const char* bad :
       {"  fidelity: bits\n", "  fc_hold_cycles: 256\n", "  fc_refresh_us: -1\n",
        "  timesync_us: -1\n", "  noise: [{ber: 0.51}]\n", "  noise: [{ber: -1.0e-9}]\n",
        "  noise: [{burst_per_s: 1, burst_bits: 65536}]\n", "  faults: [{kind: up, for_us: 1}]\n",
        "  faults: [{at_us: -1, for_us: 1}]\n", "  faults: [{for_us: 0}]\n",
        "  faults: [{for_us: 1, direction: back}]\n",
        "  faults: [{kind: stuck, value: 2, for_us: 1}]\n",
        "  faults: [{kind: drop_fc, count: 0}]\n", "  faults: [{kind: drop_fc, count: 101}]\n",
        "  faults: [{for_us: 1, times: 0}]\n",
        "  faults: [{for_us: 1, times: 1001, every_us: 2}]\n",
        "  faults: [{for_us: 1, times: 2, every_us: 0}]\n"})
    EXPECT_NE(error_of(bad).find("; expected "), std::string::npos) << bad;
}

TEST(ConfigLink, EachRefreshSetHas32Cycles) {
  // 22 sets refresh 32 VCs; 400 cycles per us.
  EXPECT_EQ(error_of("  fc_refresh_us: 1.76\n"), "");
  EXPECT_EQ(error_of("  fc_refresh_us: 1.75\n"),
            "5:18: link.fc_refresh_us: 1.75 us is less than 32 cycles for each of the 22 sets that "
            "refresh 32 VCs; expected 0, or at least 1.76");
  EXPECT_EQ(error_of("  fc_refresh_us: 1000000\n"), "");
}

TEST(ConfigLink, TimesyncOutlivesTheLongestWait) {
  EXPECT_EQ(error_of("  timesync_us: 0.055\n"), "");  // 22 cycles
  EXPECT_EQ(error_of("  timesync_us: 0.0525\n"),
            "5:16: link.timesync_us: 0.0525 us are 21 cycles at 400 MHz, but a set may wait 21; "
            "expected 0, or more than 0.0525 us");
}

TEST(ConfigLink, BurstsHaveRateAndLength) {
  EXPECT_EQ(error_of("  noise: [{burst_per_s: 5}]\n"),
            "5:25: link.noise.0.burst_per_s: has bursts without length; expected burst_bits of at "
            "least 1");
  EXPECT_EQ(error_of("  noise: [{burst_bits: 5}]\n"),
            "5:24: link.noise.0.burst_bits: is a length without bursts; expected burst_per_s of "
            "more than 0");
  EXPECT_EQ(error_of("  noise: [{burst_per_s: 4.1e+8, burst_bits: 1}]\n"),
            "5:25: link.noise.0.burst_per_s: 410000000 are more than one in each cycle; expected "
            "at most 400000000");
}

TEST(ConfigLink, EachKindOfFaultHasItsKeys) {
  EXPECT_EQ(error_of("  faults: [{at_us: 1}]\n"),
            "5:12: link.faults.0: down has no length; expected for_us");
  EXPECT_EQ(error_of("  faults: [{kind: stuck, for_us: 1}]\n"),
            "5:12: link.faults.0: stuck has no value; expected value: 0 or 1");
  EXPECT_EQ(error_of("  faults: [{for_us: 1, value: 0}]\n"),
            "5:31: link.faults.0.value: is only for stuck; expected no value with this kind");
  EXPECT_EQ(error_of("  faults: [{for_us: 1, count: 1}]\n"),
            "5:31: link.faults.0.count: is only for drop_fc; expected no count with this kind");
  EXPECT_EQ(error_of("  faults: [{kind: drop_fc, for_us: 1}]\n"),
            "5:36: link.faults.0.for_us: is only for down and stuck; expected no for_us with this "
            "kind");
}

TEST(ConfigLink, FaultsCanHappenAndRepeat) {
  EXPECT_EQ(error_of("  faults: [{for_us: 1, at_us: 30}]\n"),
            "5:31: link.faults.0.at_us: 30 us is after the end of the run; expected less than 30, "
            "the longest warm-up and the measurement");
  EXPECT_EQ(error_of("  faults: [{for_us: 0.0025}]\n"), "");
  EXPECT_EQ(error_of("  faults: [{for_us: 0.002}]\n"),
            "5:21: link.faults.0.for_us: 0.002 us is less than a cycle at 400 MHz; expected at "
            "least one cycle");
  EXPECT_EQ(error_of("  faults: [{for_us: 1, times: 2}]\n"),
            "5:31: link.faults.0.times: 2 times without an interval; expected every_us");
  EXPECT_EQ(error_of("  faults: [{for_us: 1, every_us: 2}]\n"),
            "5:34: link.faults.0.every_us: says when it happens again, but times is 1; expected "
            "times of at least 2, or no every_us");
  EXPECT_EQ(error_of("  faults: [{for_us: 1, times: 2, every_us: 1}]\n"),
            "5:44: link.faults.0.every_us: 1 us is not longer than for_us; expected more than 1, "
            "so that the fault ends before it begins again");
}

std::string two_stuck(const std::string& first, const std::string& second) {
  return error_of("  faults:\n    - {kind: stuck, value: 0, for_us: 2, " + first +
                  "}\n    - {kind: stuck, value: 1, for_us: 2, " + second + "}\n");
}

TEST(ConfigLink, ADirectionIsStuckAtOneValueAtATime) {
  EXPECT_EQ(two_stuck("at_us: 1", "at_us: 2.5"),
            "7:7: link.faults.1: pod0.tin0.port0 is stuck at the other value by link.faults.0 at "
            "the same time; expected other links or times");
  EXPECT_EQ(two_stuck("at_us: 1", "at_us: 3"), "");
  EXPECT_EQ(two_stuck("at_us: 3", "at_us: 1"), "");
  const std::string port0 = "at_us: 1, links: pod0.tin0.port0, direction: ";
  EXPECT_EQ(two_stuck(port0 + "from", port0 + "to"), "");
  EXPECT_NE(two_stuck(port0 + "from", port0 + "both"), "");
  EXPECT_EQ(two_stuck(port0 + "both", "at_us: 1, links: pod0.tin1.port1"), "");
  EXPECT_NE(two_stuck(port0 + "both", "at_us: 1, links: pod0.tin1.port0"), "");
  EXPECT_NE(two_stuck("at_us: 1, times: 2, every_us: 10", "at_us: 12"), "");
  EXPECT_EQ(two_stuck("at_us: 1, times: 2, every_us: 10", "at_us: 13"), "");
}

TEST(ConfigLink, WireFidelityOfGlobalLinksNeedsTheRealCode) {
  const auto error = [](const std::string& link) {
    const auto parsed = parse_config(
        "topology: {global_links_per_pair: 1}\ntraffic: [{load: 0.3}]\nlink: " + link + "\n",
        "c.yaml");
    const Errors errors = find_errors(parsed.config, parsed.origins);
    return errors.empty() ? "" : errors[0];
  };
  EXPECT_EQ(error("{fec_cycles: 5}"), "");
  EXPECT_EQ(error("{fec_cycles: 0, fidelity: wire}"), "");
  EXPECT_EQ(error("{fec_cycles: 12, fidelity: wire}"), "");
  EXPECT_EQ(error("{fec_cycles: 5, wire_links: local}"), "");
  const std::string text =
      "c.yaml:3:20: link.fec_cycles: 5 is not what RS(70,66) takes, and global links are at wire "
      "fidelity; expected 12, or 0 for none";
  EXPECT_EQ(error("{fec_cycles: 5, fidelity: wire}"), text);
  EXPECT_EQ(error("{fec_cycles: 5, train_at_start: true}"), text);
  EXPECT_EQ(error("{fec_cycles: 5, noise: [{links: global}]}"), text);
}

TEST(ConfigLink, OverridesReachIntoTheLists) {
  const auto parsed = parse_config(
      "topology: {kind: pair}\ntraffic: [{load: 0.3}]\nlink: {noise: [{ber: 1.0e-6}]}\n", "c.yaml",
      {"link.noise.0.ber=0.6"});
  EXPECT_EQ(find_errors(parsed.config, parsed.origins),
            Errors{"--set link.noise.0.ber=0.6: link.noise.0.ber: 0.6 is out of range; expected 0 "
                   "to 0.5"});
}

TEST(ConfigLink, ChipsOnPinsNeedACycleOfWireBesideLinksAtWireFidelity) {
  const std::string wire = "  fidelity: wire\n";
  const std::string pins = "tin: {impl: lockstep}\n";
  EXPECT_EQ(error_of(wire + "  local_m: 0.1\n", pins), "");
  EXPECT_EQ(error_of(wire + "  local_m: 0\n"), "");
  EXPECT_EQ(error_of("  local_m: 0\n", pins), "");
  EXPECT_EQ(
      error_of(wire + "  local_m: 0\n", pins),
      "4:13: tin.impl: is lockstep, links are at wire fidelity, and that on pod0.tin0.port0 has "
      "no length; expected one that light takes a cycle for, or tin.impl model");
}

}  // namespace
}  // namespace tinsim
