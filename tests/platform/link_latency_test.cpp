// SPDX-License-Identifier: Apache-2.0
// `link.latency_us`: ports of a network measure the delays of their links exactly, at each
// fidelity, on idle links and on full ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "platform/config/reader.h"
#include "platform/network/time_sync_plan.h"
#include "platform/statistics/link_latency_result.h"
#include "platform/statistics/reasons.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

constexpr double kLocalMetres = 7.3, kGlobalMetres = 30;
// Docs of the link: 3 cycles to the cable, 5 ns/m in cycles of 2.5 ns rounded up, 4 from it, and 12
// of error correction. latency_meter counts one more, the register behind the receive pins.
constexpr uint64_t kLocalDelay = 3 + 15 + 4 + 1, kGlobalDelay = 3 + 60 + 12 + 4 + 1;

/// Two pods of two chips.
PlatformConfig config_of(const std::string& link, const std::string& more = "") {
  return parse_config(
             fmt::format(
                 "topology: {{pods: 2, tins_per_pod: 2, local_links_per_pair: 1, "
                 "global_links_per_pair: 2, hosts_per_tin: 1, terminal_ports_per_host: 2}}\n"
                 "tin: {{switch: {{ports: 8}}{}}}\n"
                 "traffic: [{{pattern: uniform, load: 0.9, cell_bytes: {{min: 16, max: 160}}}}]\n"
                 "link: {{local_m: {}, global_m: {}{}}}\n"
                 "run: {{warmup_us: 2, measure_us: 20}}\n",
                 more, kLocalMetres, kGlobalMetres, link),
             "latency.yaml")
      .config;
}

const LinkLatencyResult& latency_of(const RunResult& r) {
  return r.sections.get<LinkLatencyResult>();
}

void expect_exact(const RunResult& r) {
  const LinkLatencyResult& latency = latency_of(r);
  EXPECT_EQ(latency.ports, 2 * 2u + 2 * 2u);  // a lane in each pod, two links between pods
  EXPECT_EQ(latency.unmeasured, 0u);
  EXPECT_EQ(latency.wrong, 0u);
  ASSERT_EQ(latency.rows.size(), latency.ports);
  uint64_t measurements = 0;
  for (const LinkLatencyRow& row : latency.rows) {
    const bool local = row.kind == PortKind::kLocal;
    const uint64_t delay = local ? kLocalDelay : kGlobalDelay;
    EXPECT_EQ(row.least_cycles, delay);
    EXPECT_EQ(row.most_cycles, delay);
    EXPECT_EQ(row.expected_cycles, delay);
    EXPECT_NEAR(row.measured_m, local ? 7.5 : 30, 1e-9);
    EXPECT_NEAR(row.error_m, local ? 0.2 : 0, 1e-6);
    EXPECT_GT(row.measurements, 0u);
    measurements += row.measurements;
  }
  EXPECT_EQ(latency.measurements, measurements);
  EXPECT_NEAR(latency.error_m, 0.2, 1e-6);
}

// 22 us are 8800 cycles: a PING in each multiple of 400 but 0, of which the last ones may still be
// unanswered. A port sends a PONG for each PING of the other.
TEST(LinkLatency, IsExactOnBusyLinks) {
  const RunResult r = run_fresh(config_of(", latency_us: 1"));
  expect_exact(r);
  const uint64_t pings = (r.cycles - 1) / 400;
  for (const LinkLatencyRow& row : latency_of(r).rows) {
    EXPECT_LE(row.measurements, pings);
    EXPECT_GE(row.measurements + 1, pings);
  }
  for (const LinkRow& row : r.links) {
    EXPECT_NEAR(static_cast<double>(row.slots.lat), 2.0 * static_cast<double>(pings), 2);
  }
}

TEST(LinkLatency, IsThatOfTheClocksOfTimeSync) {
  const PlatformConfig config = config_of(", latency_us: 1");
  const Topology topology = make_topology(config);
  const LinkPlan plan(config, topology);
  const RunResult r = run_fresh(config);
  for (const LinkLatencyRow& row : latency_of(r).rows) {
    EXPECT_EQ(row.least_cycles, measured_delay({}, {}, 0, plan.spec(row.chip, row.port).latency,
                                               plan.spec(row.peer_chip, row.peer_port).latency));
  }
}

TEST(LinkLatency, IsTheSameAtEachFidelityAndOnPins) {
  const RunResult cell = run_fresh(config_of(", latency_us: 1"));
  const RunResult wire = run_fresh(config_of(", latency_us: 1, fidelity: wire"));
  const RunResult mixed = run_fresh(config_of(", latency_us: 1, wire_links: [global]"));
  const RunResult pins =
      run_fresh(config_of(", latency_us: 1", ", impl: lockstep_pins, impl_chips: [0, 3]"));
  for (const RunResult* r : {&cell, &wire, &mixed, &pins}) {
    expect_exact(*r);
    EXPECT_EQ(r->state_hash, cell.state_hash);
  }
}

// The two stages of a slower router are no cable.
TEST(LinkLatency, LengthIsThatOfTheCableAlone) {
  const RunResult r =
      run_fresh(config_of(", latency_us: 1, fec_cycles: 0", ", router_latency_cycles: 21"));
  for (const LinkLatencyRow& row : latency_of(r).rows) {
    EXPECT_EQ(row.least_cycles,
              (row.kind == PortKind::kLocal ? kLocalDelay : kGlobalDelay - 12) + 5);
    EXPECT_NEAR(row.measured_m, row.kind == PortKind::kLocal ? 7.5 : 30, 1e-9);
  }
}

TEST(LinkLatency, ADarkLinkIsNotMeasured) {
  const RunResult r = run_fresh(
      config_of(", latency_us: 1, faults: [{links: pod0.tin0.port0, at_us: 0, for_us: 1000}]"));
  const LinkLatencyResult& latency = latency_of(r);
  EXPECT_EQ(latency.unmeasured, 2u);
  EXPECT_EQ(latency.wrong, 0u);
}

// A checker that has failed: a delay that is off by a cycle makes a result invalid.
TEST(LinkLatency, AnotherDelayThanThatOfTheCableIsFound) {
  LinkLatencyRow row;
  row.measurements = 2;
  row.expected_cycles = row.least_cycles = row.most_cycles = 10;
  row.error_m = 0;
  LinkLatencyResult result;
  result.add(row);
  EXPECT_EQ(result.wrong, 0u);
  row.most_cycles = 11;
  result.add(row);
  EXPECT_EQ(result.wrong, 1u);
  Reasons reasons({}, false);
  result.judge(reasons);
  EXPECT_EQ(std::move(reasons).worst_first().size(), 1u);
}

TEST(LinkLatency, IsNotInAResultWithoutIt) {
  EXPECT_EQ(run_fresh(config_of("")).sections.find<LinkLatencyResult>(), nullptr);
}

/// The only error of a configuration; empty: none.
std::string error_of(const std::string& text) {
  const auto parsed = parse_config(text, "c.yaml");
  const std::vector<std::string> errors = find_errors(parsed.config, parsed.origins);
  EXPECT_LE(errors.size(), 1u);
  return errors.empty() ? "" : errors[0];
}

TEST(LinkLatency, RefusesWhatItCannotMeasure) {
  const std::string net = "topology: {kind: pair}\ntraffic: [{load: 0.1}]\n";
  // A link of 1 m has 9 cycles: 2 * (9 + 32) = 82 cycles are 0.205 us.
  EXPECT_EQ(error_of(net + "link: {latency_us: 0.21}\n"), "");
  EXPECT_NE(error_of(net + "link: {latency_us: 0.205}\n").find("more than 0.205 us"),
            std::string::npos);
  EXPECT_NE(error_of(net + "link: {latency_us: 1, credits: ideal}\n").find("link.latency_us"),
            std::string::npos);
  EXPECT_NE(error_of(net + "link: {latency_us: 1}\ntimesync: {enabled: true}\n")
                .find("expected 0 with timesync.enabled"),
            std::string::npos);
}

}  // namespace
}  // namespace tinsim
