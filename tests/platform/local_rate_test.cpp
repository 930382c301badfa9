// SPDX-License-Identifier: Apache-2.0
// `link.local_fec: false`: throughput, latency and ordered sets of a local link with 70 slots in 66
// cycles, by formula.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/config/reader.h"
#include "platform/network/link_plan.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

constexpr double kFullRate = 70.0 / 66;

/// Two chips with one lane, and four terminal ports each.
PlatformConfig config_of(double load, const std::string& link, unsigned speedup = 2,
                         const std::string& more = "") {
  return parse_config(
             fmt::format("topology: {{kind: pair, hosts_per_tin: 1, terminal_ports_per_host: 4, "
                         "local_links_per_pair: 1}}\n"
                         "tin: {{switch: {{ports: 5, crossbar_speedup: {}}}, "
                         "output: {{queue_words: 60}}}}\n"
                         "traffic: [{{pattern: uniform, load: {}, cell_bytes: 160}}]\n"
                         "link: {{{}}}\nrun: {{warmup_us: 5, measure_us: 100}}\n{}",
                         speedup, load, link, more),
             "rate.yaml")
      .config;
}

/// Words of cells per cycle and chip.
double accepted(const RunResult& r) {
  return static_cast<double>(r.accepted_words) / static_cast<double>(r.measure_cycles * 2);
}

// 28 Gb/s on the line, less 64b/66b: 27.15 Gb/s, where links with the rate of FEC carry 25.6 Gb/s.
TEST(LocalRate, ALaneCarriesSeventySlotsInSixtySixCycles) {
  const RunResult full = run_fresh(config_of(0.9, "credits: ideal, local_fec: false"));
  const RunResult fec = run_fresh(config_of(0.9, "credits: ideal"));
  EXPECT_NEAR(accepted(full), kFullRate, 0.002);
  EXPECT_NEAR(accepted(fec), 1, 0.002);
  EXPECT_NEAR(accepted(full) * 25.6, 28 * 64 / 66.0, 0.05);
}

// Slots are counted over the whole run: all of the line, and cells but for those of sets. A set is
// followed by nothing else in its cycle.
TEST(LocalRate, SetsTakeSlotsAndCellsTakeTheRest) {
  const RunResult r = run_fresh(config_of(0.9, "local_fec: false"));
  for (const LinkRow& row : r.links) {
    const double slots = static_cast<double>(r.cycles) * kFullRate;
    const double used = static_cast<double>(row.slots.cell + row.slots.fc);
    EXPECT_NEAR(static_cast<double>(row.slots.total()), slots, 25);
    EXPECT_GT(row.slots.fc, r.cycles / 100);
    EXPECT_NEAR(used, slots, 0.005 * slots);
    EXPECT_NEAR(static_cast<double>(row.slots.cell), slots - static_cast<double>(row.slots.fc),
                0.005 * slots);
  }
}

// A crossbar as fast as a link fills 66 of the 70 slots; sets find place in the others.
TEST(LocalRate, WithASlowCrossbarSetsCostNoCells) {
  const RunResult full = run_fresh(config_of(0.9, "local_fec: false", 1));
  const RunResult fec = run_fresh(config_of(0.9, "local_fec: true", 1));
  uint64_t fc = 0;
  for (const LinkRow& row : fec.links) fc += row.slots.fc;
  const double share = static_cast<double>(fc) / static_cast<double>(2 * fec.cycles);
  EXPECT_GT(share, 0.01);
  EXPECT_NEAR(accepted(fec), 1 - share, 0.003);
  EXPECT_NEAR(accepted(full), 1, 0.002);
}

// Two chips of 16 cycles, 2 of the cable, 2 of the line that follows the scheduler, and 19 until
// the last word is there.
TEST(LocalRate, LatencyIsThatOfTheStages) {
  for (const unsigned speedup : {1u, 2u}) {
    const RunResult full = run_fresh(config_of(0.001, "local_fec: false", speedup));
    const RunResult fec = run_fresh(config_of(0.001, "local_fec: true", speedup));
    EXPECT_EQ(full.latency_cycles.min(), 16u + 2 + 2 + 16 + 19);
    EXPECT_EQ(fec.latency_cycles.min(), 16u + 2 + 16 + 19);
  }
}

TEST(LocalRate, IsInThePlanAndTheBounds) {
  const PlatformConfig config = config_of(1, "local_fec: false");
  const Topology topology = make_topology(config);
  const LinkSpec spec = LinkPlan(config, topology).spec(0, 0);
  EXPECT_TRUE(spec.full_rate);
  EXPECT_EQ(spec.latency, 3u + 2 + 2 + 4);
  EXPECT_DOUBLE_EQ(topology.local_rate, kFullRate);
  EXPECT_EQ(make_topology(config_of(1, "local_fec: false", 1)).local_rate, 1);
  EXPECT_EQ(make_topology(config_of(1, "local_fec: true")).local_rate, 1);
  const RunResult r = run_fresh(config);
  ASSERT_FALSE(r.bounds.empty());
  EXPECT_NEAR(r.bounds[0].gbps_per_tin, 28 * 64 / 66.0, 1e-9);
  EXPECT_LE(accepted(r) * 25.6, r.bounds[0].gbps_per_tin + 0.01);
}

// Of global links the parity takes the rest.
TEST(LocalRate, GlobalLinksKeepTheirs) {
  PlatformConfig config;
  config.topology.pods = 2;
  config.topology.tins_per_pod = 1;
  config.topology.global_links_per_pair = 1;
  config.link.local_fec = false;
  const Topology topology = make_topology(config);
  EXPECT_FALSE(LinkPlan(config, topology).spec(0, 0).full_rate);
}

/// The only error of a configuration; empty: none.
std::string error_of(const std::string& more) {
  const auto parsed =
      parse_config("topology: {kind: pair}\ntraffic: [{load: 0.1}]\n" + more, "c.yaml");
  const std::vector<std::string> errors = find_errors(parsed.config, parsed.origins);
  EXPECT_LE(errors.size(), 1u) << more;
  return errors.empty() ? "" : errors[0];
}

TEST(LocalRate, RefusesLinksOfOneSlotPerCycle) {
  const auto expect_refused = [](const std::string& more, const std::string& key) {
    EXPECT_NE(error_of(more).find(key + ": runs local links with one slot per cycle"),
              std::string::npos)
        << error_of(more);
  };
  EXPECT_EQ(error_of("link: {local_fec: false}\n"), "");
  expect_refused("link: {local_fec: false, fidelity: wire}\n", "link.fidelity");
  expect_refused("link: {local_fec: false, wire_links: [local]}\n", "link.wire_links");
  expect_refused("link: {local_fec: false, noise: [{ber: 1.0e-9}]}\n", "link.noise");
  expect_refused("link: {local_fec: false, latency_us: 1}\n", "link.latency_us");
  expect_refused("link: {local_fec: false}\ntin: {impl: lockstep_pins, impl_chips: [0]}\n",
                 "tin.impl");
}

}  // namespace
}  // namespace tinsim
