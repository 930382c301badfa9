// SPDX-License-Identifier: Apache-2.0
// Networks of ExaNet chips on the platform: the examples, latency and throughput by formula,
// errors.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "base/cycle_time.h"
#include "base/errors.h"
#include "platform/result/writer.h"
#include "platform/statistics/exanet_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"
#include "tlm/exanet/exanet_figures.h"

namespace tinsim {
namespace {

using Strings = std::vector<std::string>;

PlatformConfig example(const std::string& file, const Strings& overrides = {}) {
  return load_config(TINSIM_SOURCE_DIR "/configs/" + file, overrides);
}
const ExanetResult& exanet_of(const RunResult& r) { return r.sections.get<ExanetResult>(); }
double hops(const RunResult& r) {
  return static_cast<double>(r.hops_sum) / static_cast<double>(r.hops_cells);
}
double accepted_share(const RunResult& r) {
  return static_cast<double>(r.accepted_words) / static_cast<double>(r.offered_words);
}

/// Nothing is lost; all that is offered arrives; packets cross so many links in the mean.
void expect_healthy(const RunResult& r, double links) {
  EXPECT_EQ(r.cells.dropped(), 0u);
  EXPECT_GT(r.cells.delivered, 1000u);
  EXPECT_NEAR(accepted_share(r), 1, 0.02);
  EXPECT_NEAR(hops(r), 1 + links, 0.03);
  EXPECT_TRUE(r.verdict.steady);
  EXPECT_FALSE(r.verdict.saturated);
  EXPECT_EQ(exanet_of(r).dropped() + exanet_of(r).undetected, 0u);
}

TEST(Examples, ExanetMesh2x2) {
  expect_healthy(run_fresh(example("exanet_mesh_2x2.yaml", {"run.audit=10"})), 4.0 / 3);
}
TEST(Examples, ExanetTorus4x4x4) {
  expect_healthy(run_fresh(example("exanet_torus_4x4x4.yaml", {"run.audit=20"})), 3 * 64.0 / 63);
}

TEST(Examples, ExanetOrTin) {
  const Strings shorter = {"run.warmup_us=10", "run.measure_us=60"};
  const RunResult nodes = run_fresh(example("exanet_or_tin.yaml", shorter));
  Strings as_tins = shorter;
  as_tins.insert(as_tins.begin(), "chip=tin");
  const RunResult tins = run_fresh(example("exanet_or_tin.yaml", as_tins));
  expect_healthy(nodes, 3 * 64.0 / 63);
  EXPECT_NEAR(hops(tins), hops(nodes), 0.05);
  const auto rate = [](const RunResult& r) {
    return words_to_gbps(r.accepted_words, r.measure_cycles, r.chips, r.core_mhz);
  };
  EXPECT_NEAR(rate(nodes), 4, 0.15);
  EXPECT_NEAR(rate(tins), 4, 0.15);
  const auto ns = [](const RunResult& r) {
    return cycles_to_ns(r.latency_cycles.mean(), r.core_mhz);
  };
  EXPECT_NEAR(ns(nodes), 1424, 100);
  EXPECT_NEAR(ns(tins), 237, 15);
}

/// Eight nodes on a ring; each sends `offset` nodes ahead, rarely.
RunResult run_ring(unsigned offset, unsigned bytes, const std::string& access = "dma") {
  return run_fresh(example("exanet_torus_4x4x4.yaml",
                           {"topology.dims=[8]", "topology.hosts_per_tin=1",
                            "topology.tins_per_pod=8", "exanet.access=" + access,
                            "traffic=[{pattern: adversarial, offset: " + std::to_string(offset) +
                                ", gbps: 0.2, packet_bytes: " + std::to_string(bytes) + "}]",
                            "run.measure_us=60"}));
}

std::string table_of(const RunResult& r) {
  std::ostringstream out;
  print_table(out, r, false);
  return out.str();
}

TEST(ExanetRun, TheTableSpeaksOfNodesAndPackets) {
  const std::string table = table_of(run_fresh(
      example("exanet_mesh_2x2.yaml", {"exanet.bit_error_rate=5.0e-5", "run.measure_us=200"})));
  for (const char* part : {"Gb/s per node", "  all packets", "nodes per packet, over",
                           "  packets       ", "packet-hops in", "packets were lost"})
    EXPECT_NE(table.find(part), std::string::npos) << part << "\n" << table;
  for (const char* part : {"TiN", "cells", "cell-hops"})
    EXPECT_EQ(table.find(part), std::string::npos) << part << "\n" << table;
}

/// Chosen routers in RTL, alone and compared with the model: the result is that of models.
void expect_rtl_changes_nothing(const std::string& file, const std::string& nodes,
                                Strings overrides) {
  overrides.push_back("exanet.impl_nodes=" + nodes);
  const RunResult model = run_fresh(example(file, overrides));
  EXPECT_GT(model.cells.delivered, 100u);
  for (const char* impl : {"rtl", "lockstep"}) {
    overrides.push_back(std::string("exanet.impl=") + impl);
    const RunResult r = run_fresh(example(file, overrides));
    EXPECT_EQ(r.state_hash, model.state_hash) << impl;
    EXPECT_EQ(r.cells.injected, model.cells.injected) << impl;
    EXPECT_EQ(r.cells.in_flight, model.cells.in_flight) << impl;
    EXPECT_EQ(r.cells.dropped_by_cause, model.cells.dropped_by_cause) << impl;
    EXPECT_EQ(exanet_of(r).corrected_headers, exanet_of(model).corrected_headers) << impl;
  }
}

TEST(ExanetRun, AMeshOfRtlRoutersHasTheResultOfModels) {
  expect_rtl_changes_nothing(
      "exanet_mesh_2x2.yaml", "[0, 1, 2, 3]",
      {"exanet.bit_error_rate=1.0e-5", "run.audit=1", "run.warmup_us=5", "run.measure_us=60"});
}
TEST(ExanetRun, ATorusWithSomeRtlRoutersHasTheResultOfModels) {
  expect_rtl_changes_nothing("exanet_torus_4x4x4.yaml", "[0, 21, 42, 63]",
                             {"run.audit=5", "run.warmup_us=5", "run.measure_us=20"});
}
TEST(ExanetRun, SmallBuffersHaveAnRtlToo) {
  expect_rtl_changes_nothing("exanet_mesh_2x2.yaml", "[3]",
                             {"exanet.buffers=small", "exanet.arbiter=fixed_priority",
                              "traffic.0.load=0.9", "run.warmup_us=5", "run.measure_us=60"});
}

TEST(ExanetRun, EachHopAddsPoint23Microseconds) {
  for (unsigned bytes : {0u, 256u, 512u}) {
    const uint64_t one = run_ring(1, bytes).latency_cycles.min();
    for (unsigned links = 2; links <= 4; ++links)
      EXPECT_EQ(run_ring(links, bytes).latency_cycles.min() - one, 36 * (links - 1)) << bytes;
  }
}

// The paper, 4.3: half a ping-pong, of which ARM registers take 20 cycles for each word read. A
// packet is counted in the cycle of its last read, not after it.
TEST(ExanetRun, APacketThroughArmRegistersTakesHalfAPingPong) {
  for (unsigned bytes : {16u, 64u, 256u})
    EXPECT_EQ(run_ring(1, bytes, "arm").latency_cycles.min(), 48 + 20 * (bytes / 16 + 2) - 1)
        << bytes;
}

/// Two nodes that send to each other as much as they can.
RunResult run_pair(unsigned bytes, const Strings& more = {}) {
  Strings overrides = {
      "topology.dims=[2]",
      "topology.hosts_per_tin=1",
      "topology.tins_per_pod=2",
      "traffic=[{pattern: permutation, gbps: 30, packet_bytes: " + std::to_string(bytes) + "}]",
      "run.warmup_us=40",
      "run.measure_us=200"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return run_fresh(example("exanet_mesh_2x2.yaml", overrides));
}

TEST(ExanetRun, AFullLinkCarriesTheShareOfPayloadOfTheFormula) {
  for (unsigned bytes : {256u, 320u, 384u, 448u, 512u}) {
    const RunResult r = run_pair(bytes);
    EXPECT_NEAR(exanet_of(r).payload_gbps_per_chip, 10 * exanet_link_efficiency(bytes), 0.05)
        << bytes;
    EXPECT_GT(exanet_of(r).busiest_line_percent, 99.9) << bytes;
    EXPECT_TRUE(r.verdict.saturated) << bytes;
  }
  EXPECT_NEAR(exanet_link_efficiency(512), 0.901, 0.0005);  // the paper, 4.3: 90 %
}

TEST(ExanetRun, NoMoreIsAcceptedThanTheBusiestLineCarries) {
  const RunResult r = run_fresh(
      example("exanet_torus_4x4x4.yaml", {"traffic.0.gbps=20", "traffic.0.packet_bytes=512"}));
  ASSERT_EQ(r.bounds.size(), 1u);
  const double accepted = words_to_gbps(r.accepted_words, r.measure_cycles, r.chips, r.core_mhz);
  EXPECT_LT(accepted, r.bounds[0].gbps_per_tin);
  EXPECT_GT(accepted, 0.5 * r.bounds[0].gbps_per_tin);
  EXPECT_EQ(r.cells.dropped(), 0u);
}

TEST(ExanetRun, ARuleWithACycleIsRefusedAtItsKey) {
  try {
    run_fresh(example("exanet_torus_4x4x4.yaml", {"exanet.vc_rule=offset"}));
    FAIL() << "not refused";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what())
                  .rfind("--set exanet.vc_rule=offset: exanet.vc_rule: offset "
                         "lets packets deadlock: node (",
                         0),
              0u)
        << error.what();
  }
  // Rings of three nodes have no second link in a direction, and a mesh no ring.
  for (const char* dims : {"topology.dims=[3, 3, 3]", "topology.kind=mesh"})
    EXPECT_EQ(run_fresh(example("exanet_torus_4x4x4.yaml", {"exanet.vc_rule=offset", dims}))
                  .cells.dropped(),
              0u);
}

TEST(ExanetRun, BitErrorsAreCorrectedOrFoundAndEveryPacketIsAccountedFor) {
  const RunResult r =
      run_fresh(example("exanet_mesh_2x2.yaml",
                        {"exanet.bit_error_rate=5.0e-5", "run.audit=5", "run.measure_us=400"}));
  const ExanetErrorCounts& errors = exanet_of(r);
  EXPECT_GT(errors.crc_errors, 20u);
  EXPECT_GT(errors.corrected_headers, 3u);
  EXPECT_GT(errors.lost_packets, 1u);
  EXPECT_EQ(errors.undetected, 0u);
  EXPECT_EQ(errors.discarded, 0u);
  EXPECT_EQ(r.cells.dropped(), errors.dropped());
  EXPECT_EQ(r.cells.injected, r.cells.delivered + r.cells.dropped() + r.cells.in_flight);
}

TEST(ExanetRun, ArmRegistersReadSlowerThanLinks) {
  // 20 cycles for each word read, so n words of payload in 20 (n + 2) cycles; of three ports,
  // each within a packet of 4096 bits in 2 ms.
  const RunResult r = run_pair(512, {"exanet.access=arm", "run.measure_us=2000"});
  EXPECT_NEAR(exanet_of(r).payload_gbps_per_chip, 3 * 20.0 * 32 / (20 * 34), 0.01);
}

TEST(ExanetRun, FixedPriorityAndSmallBuffersDeliverAll) {
  expect_healthy(run_fresh(example("exanet_mesh_2x2.yaml",
                                   {"exanet.arbiter=fixed_priority", "exanet.buffers=small"})),
                 4.0 / 3);
}

}  // namespace
}  // namespace tinsim
