// SPDX-License-Identifier: Apache-2.0
// Switches that exceed the base chip (docs/explanation/switch_variants.md): full load with all
// invariants, latencies by formula, rates of links, and what goes with them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/network/switch_plan.h"
#include "platform/validate/validate.h"
#include "testbench/run_fresh.h"
#include "tests/platform/valid_config.h"

namespace tinsim {
namespace {

/// One switch with a host on each port, each with cells for any other in each cycle, a VC for each
/// output or for several.
PlatformConfig full_switch(unsigned ports, unsigned vcs) {
  return valid_config(
      fmt::format("topology: {{kind: single, hosts_per_tin: {}, terminal_ports_per_host: {}}}\n"
                  "tin: {{switch: {{ports: {}, vcs: {}, islip_iterations: 2}}}}\n"
                  "traffic: [{{load: 1, vc: destination}}]\n"
                  "run: {{warmup_us: 3, measure_us: 3, audit: 25}}\n",
                  std::min(ports, 64u), std::max(1u, ports / 64), ports, vcs));
}

double share_of_ports(const RunResult& r, unsigned ports) {
  return static_cast<double>(r.accepted_words) / static_cast<double>(r.measure_cycles) / ports;
}

// Each audit checks credit of every VC and the number of cells. In overload a source waits for its
// one full FIFO, which costs some per cent (docs/reference/arbiters.md): as many as in the base
// chip.
TEST(SwitchShape, SwitchesOfAnySizeCarryFullLoad) {
  const PlatformConfig base = full_switch(50, 32);
  ASSERT_FALSE(needs_variant_core(base));
  const double share_of_base = share_of_ports(run_fresh(base), 50);
  for (unsigned ports : {64u, 128u, 256u}) {
    const PlatformConfig config = full_switch(ports, 64);
    EXPECT_TRUE(needs_variant_core(config));
    const RunResult r = run_fresh(config);
    const double share = share_of_ports(r, ports);
    EXPECT_GT(share, 0.98 * share_of_base) << ports;
    EXPECT_LE(share, 1.0) << ports;
    EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.in_flight) << ports;
    EXPECT_EQ(run_fresh(config).state_hash, r.state_hash) << ports;
  }
}

/// Two TiNs that exchange cells of 160 bytes, so few that none waits.
std::string pair(const std::string& sections) {
  return "topology: {kind: pair, hosts_per_tin: 1, terminal_ports_per_host: 1}\n" + sections +
         "traffic: [{load: 0.0005, class: [0]}]\n"
         "run: {warmup_us: 0, measure_us: 4000}\n";
}

Cycle least_latency(const std::string& sections) {
  const RunResult r = run_fresh(valid_config(pair(sections)));
  EXPECT_GT(r.classes.at(0).latency_cycles.count(), 20u);
  return r.classes.at(0).latency_cycles.min();
}

// Both TiNs, 1 m of cable, and 19 words after the first.
TEST(SwitchShape, AnIdleChipTakesTheCyclesOfItsStages) {
  EXPECT_EQ(least_latency(""), 2 * 16 + 2 + 19u);
  EXPECT_EQ(least_latency("tin: {pipeline: {receive_cycles: 1, lookup_cycles: 1, "
                          "arbiter_cycles: 1, crossbar_cycles: 1, queue_cycles: 1, "
                          "transmit_cycles: 1}}\n"),
            2 * 6 + 2 + 19u);
  EXPECT_EQ(least_latency("tin: {pipeline: {receive_cycles: 9, lookup_cycles: 20, "
                          "arbiter_cycles: 4, crossbar_cycles: 8, queue_cycles: 4, "
                          "transmit_cycles: 7}}\n"),
            2 * 52 + 2 + 19u);
}

// The receiver holds a cell of w words at rate r for ceil(w / r) - w cycles.
TEST(SwitchShape, ASlowLinkTakesLongerForTheWordsOfACell) {
  EXPECT_EQ(least_latency("link: {local_rate: 1/2}\n"), 2 * 16 + 2 + 20 + 19u);
  EXPECT_EQ(least_latency("link: {local_rate: 3/4}\n"), 2 * 16 + 2 + 7 + 19u);
}

TEST(SwitchShape, ErrorCorrectionOfLocalLinksTakesItsCycles) {
  EXPECT_EQ(least_latency("link: {local_fec_cycles: 12}\n"), 2 * 16 + 2 + 12 + 19u);
}

// FC sets take what is missing: one set of a word per three cells at most.
TEST(SwitchShape, ASlowLinkCarriesItsRate) {
  const PlatformConfig config = valid_config(
      "topology: {kind: pair, hosts_per_tin: 1, terminal_ports_per_host: 2, "
      "local_links_per_pair: 1}\n"
      "link: {local_rate: 2/3}\n"
      "traffic: [{load: 1, class: [0, 1, 2]}]\n"
      "run: {warmup_us: 5, measure_us: 20}\n");
  const RunResult r = run_fresh(config);
  const double rate = static_cast<double>(r.accepted_words) / r.measure_cycles / 2;
  EXPECT_LE(rate, 2.0 / 3);
  EXPECT_GT(rate, 2.0 / 3 * 0.95);
}

/// A crossbar at 3/2 of the rate of its ports takes 14 cycles for 20 words.
TEST(SwitchShape, RationalSpeedUpIsThatOfTheCrossbar) {
  const PlatformConfig config = valid_config("tin: {switch: {crossbar_speedup: 1.5}}\n" + pair(""));
  EXPECT_EQ(config.tin.switch_.crossbar_speedup, Ratio(3, 2));
  EXPECT_EQ(Ratio(3, 2).divide_up(20), 14u);
  EXPECT_FALSE(needs_variant_core(config));
}

std::string first_error(const std::string& sections) {
  const ParsedConfig from = parse_config(pair(sections), "c.yaml");
  const auto errors = find_errors(from.config, from.origins);
  return errors.empty() ? "" : errors[0].substr(errors[0].find(": ") + 2);
}

TEST(SwitchShape, WhatExceedsTheBaseChipIsRefusedElsewhere) {
  EXPECT_EQ(first_error("tin: {switch: {ports: 65}, impl: pins}\n"),
            "tin.impl: pins has no shape for 65 ports and 512 words per VC FIFO; expected at most "
            "50 ports and 512 words");
  EXPECT_EQ(first_error("tin: {switch: {ports: 65}}\nlink: {fidelity: wire}\n"),
            "link.fidelity: does not go with tin.switch.ports 65, whose chips carry raw cells over "
            "links at cell fidelity alone; expected cell");
  EXPECT_EQ(first_error("tin: {pipeline: {queue_cycles: 2}}\nlink: {latency_us: 10}\n"),
            "link.latency_us: does not go with tin.pipeline, whose chips carry raw cells over "
            "links at cell fidelity alone; expected 0");
  EXPECT_EQ(first_error("link: {global_fec: false}\n"),
            "link.fec_cycles: is 12 without error correction; expected 0, or link.global_fec: "
            "true");
  EXPECT_EQ(first_error("link: {local_rate: 2}\n"),
            "link.local_rate: 2 is out of range; expected 0.25 to 1");
  EXPECT_EQ(first_error("tin: {switch: {ports: 257}}\n"),
            "tin.switch.ports: 257 is out of range; expected 2 to 256");
}

TEST(SwitchShape, ARatioIsANumberOrTwo) {
  EXPECT_EQ(parse_ratio("4/6"), Ratio(2, 3));
  EXPECT_EQ(parse_ratio("1.25"), Ratio(5, 4));
  EXPECT_EQ(parse_ratio("3"), Ratio(3));
  for (const char* bad : {"", "/", "1/0", "1.", ".5", "1.2345", "-1", "1/2/3", "a", "1e3", "2000"})
    EXPECT_FALSE(parse_ratio(bad).has_value()) << bad;
  EXPECT_EQ(text_of(Ratio(6, 4)), "3/2");
  EXPECT_EQ(text_of(Ratio(8, 4)), "2");
}

}  // namespace
}  // namespace tinsim
