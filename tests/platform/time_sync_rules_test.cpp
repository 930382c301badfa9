// SPDX-License-Identifier: Apache-2.0
// Rules of `timesync`: what it requires of links, chips, times and trees.
#include <gtest/gtest.h>

#include "platform/config/reader.h"
#include "platform/validate/validate.h"
#include "tests/platform/graph_networks.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

Errors errors_of(const std::string& keys, const std::string& more = "") {
  const auto parsed = parse_config(
      "topology: {kind: torus, dims: [3, 3]}\ntraffic: [{load: 0.1}]\n"
      "timesync: {enabled: true" +
          (keys.empty() ? "" : ", " + keys) + "}\n" + more,
      "c.yaml");
  return find_errors(parsed.config, parsed.origins);
}

/// There is one error, of this key, with this text in it.
void expect_error(const std::string& keys, const std::string& more, const std::string& key,
                  const std::string& text) {
  const Errors errors = errors_of(keys, more);
  ASSERT_EQ(errors.size(), 1u) << keys << more;
  EXPECT_NE(errors[0].find(key + ": "), std::string::npos) << errors[0];
  EXPECT_NE(errors[0].find(text), std::string::npos) << errors[0];
}

TEST(TimeSyncRules, TheDefaultsAreLegal) {
  EXPECT_EQ(errors_of(""), Errors());
  EXPECT_EQ(errors_of("clock_ppm: 100, drift_ppm_per_s: 1, standby: 4"), Errors());
}

TEST(TimeSyncRules, LinksMustCarryTheSetsOfTheClocks) {
  expect_error("", "link: {timesync_us: 5}\n", "link.timesync_us", "expected 0");
  expect_error("", "link: {credits: ideal}\n", "link.credits", "expected sets");
  for (const char* key : {"fidelity: wire", "train_at_start: true", "wire_links: [all]",
                          "noise: [{ber: 1.0e-9}]", "faults: [{kind: drop_fc, at_us: 1}]"}) {
    const std::string name =
        std::string("link.") + std::string(key).substr(0, std::string(key).find(':'));
    expect_error("", "link: {" + std::string(key) + "}\n", name, "links at cell fidelity");
  }
}

TEST(TimeSyncRules, ChipsOnPinsHaveNominalClocks) {
  expect_error("", "tin: {impl: pins}\n", "tin.impl", "or tin.impl lockstep_pins or lockstep");
  EXPECT_EQ(errors_of("", "tin: {impl: lockstep_pins}\n"), Errors());
  expect_error("clock_ppm: 1", "tin: {impl: lockstep_pins}\n", "tin.impl", "expected model");
}

TEST(TimeSyncRules, TimesFitTheRegisters) {
  expect_error("interval_us: 0.05", "", "timesync.interval_us", "may wait 21");
  expect_error("timeout_us: 100", "", "timesync.timeout_us", "interval_us 100");
  expect_error("threshold_ns: 160000", "tin: {core_mhz: 500}\n", "timesync.threshold_ns",
               "expected at most 65535");
  expect_error("timeout_us: 40000", "tin: {core_mhz: 500}\n", "timesync.timeout_us",
               "expected at most 16777215");
  expect_error("timeout_us: 0, invalid_limit: 0, primary_fails_us: 5", "",
               "timesync.primary_fails_us", "would never be noticed");
}

TEST(TimeSyncRules, ChipsExistAndTheTreeReachesAll) {
  expect_error("primary: 9", "", "timesync.primary", "9 does not exist; expected 0 to 8");
  expect_error("standby: 12", "", "timesync.standby", "12 does not exist; expected 0 to 8");
  expect_error("primary: 2, standby: 2", "", "timesync.standby", "is the primary");
  // Chips in a row: 2 is reached by way of 1.
  const GraphFile row("a,b\n0,1\n1,2\n");
  PlatformConfig config = row.config();
  config.timesync.enabled = true;
  config.timesync.primary = 1;
  config.timesync.standby = 0;
  const Errors errors = find_errors(config, {});
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("timesync.standby: 0 reaches chip 2 only by way of the primary 1"),
            std::string::npos)
      << errors[0];
  // 2 links deep: a level fails within two intervals of 100 us, and less than a us of paths.
  expect_error("standby: 4, reaction_us: 199", "", "timesync.reaction_us", "expected at least 20");
  EXPECT_EQ(errors_of("standby: 4, reaction_us: 202"), Errors());
  expect_error("parents: [0, 0]", "", "timesync.parents", "has 2 entries; expected one for each");
  EXPECT_EQ(errors_of("parents: [0, 0, 0, 0, 1, 2, 0, 1, 2]"), Errors());
  expect_error("parents: [0, 0, 0, 0, 1, 2, 0, 8, 7]", "", "timesync.parents.7",
               "does not follow the primary 0");
}

TEST(TimeSyncRules, KeysAreOnlyForClocks) {
  const auto parsed = parse_config(
      "topology: {kind: torus, dims: [3, 3]}\ntraffic: [{load: 0.1}]\ntimesync: {clock_ppm: 5}\n",
      "c.yaml");
  const Errors errors = find_errors(parsed.config, parsed.origins);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors[0].find("timesync.clock_ppm: is only for hardware clocks"), std::string::npos);
}

}  // namespace
}  // namespace tinsim
