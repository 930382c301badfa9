// SPDX-License-Identifier: Apache-2.0
// The results of PCIe links: packets and octets of known operations, link by link.
#include "platform/statistics/pcie_result.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "platform/result/writer.h"
#include "platform/statistics/rma_result.h"
#include "platform/validate/load.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

RunResult run_pod(const std::vector<std::string>& more) {
  std::vector<std::string> sets = {"topology.tins_per_pod=4", "run.warmup_us=10",
                                   "run.measure_us=40"};
  sets.insert(sets.end(), more.begin(), more.end());
  return run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/rma_pod.yaml", sets));
}

const PcieRow& row(const RunResult& r, unsigned chip, unsigned host) {
  for (const PcieRow& row : r.sections.get<PcieResult>().rows)
    if (row.chip == chip && row.host == host) return row;
  throw std::out_of_range("no link");
}

void expect_direction(const TlpSender::Counters& of, double ops, double slack, unsigned tlps,
                      unsigned overhead, unsigned payload) {
  EXPECT_NEAR(static_cast<double>(of.tlps), ops * tlps, slack * tlps);
  EXPECT_NEAR(static_cast<double>(of.payload_bytes), ops * payload, slack * payload);
  EXPECT_NEAR(static_cast<double>(of.wire_bytes), ops * (overhead + payload),
              slack * (overhead + payload));
}

/// Host 0 reads 4 KiB of host 2, 16 at a time: 32 writes of 128 octets and a completion of 32 go
/// up, four stores of 16 down; at the other end 8 requests of 512 up, 16 completions of 256 down.
/// At both edges of the measurement up to 16 operations are not whole.
TEST(PcieResult, ReportsEveryPacketOfReads) {
  const RunResult r = run_pod({"rma_traffic.0.pattern=pairs", "rma_traffic.0.sources=[0]",
                               "rma_traffic.0.targets=[2]", "rma_traffic.0.gbps=null",
                               "rma_traffic.0.outstanding=16", "run.measure_us=200"});
  const auto ops = static_cast<double>(r.sections.get<RmaResult>().ops.at(0).ended.at("ok"));
  EXPECT_GT(ops, 8 * 16) << "or the edges would hide one packet of eight";
  const PcieRow &reader = row(r, 0, 0), &owner = row(r, 1, 0);
  expect_direction(reader.up, ops, 16, 32 + 1, 33 * 24, 4096 + 32);
  expect_direction(reader.down, ops, 16, 4, 4 * 24, 64);
  expect_direction(owner.up, ops, 16, 8, 8 * 24, 0);
  expect_direction(owner.down, ops, 16, 16, 16 * 20, 4096);
  EXPECT_NEAR(static_cast<double>(reader.stores), 4 * ops, 4 * 16);
  EXPECT_EQ(reader.reads, 0u);
  EXPECT_EQ(owner.writes, 0u);
  EXPECT_EQ(owner.stores, 0u);
  for (const PcieRow& other : r.sections.get<PcieResult>().rows) {
    EXPECT_EQ(other.errors, 0u);
    const bool is_used = &other == &reader || &other == &owner;
    EXPECT_EQ(other.up.tlps + other.down.tlps != 0, is_used);
  }
}

/// docs/reference/pcie.md: 113.70 Gb/s for an MPS of 256; the owner's completions are what is
/// busiest, at 20 of 276 octets of overhead.
TEST(PcieResult, SummaryAddsUpTheRows) {
  const RunResult r = run_pod({});
  const nlohmann::ordered_json pcie = make_summary(r)["pcie"];
  EXPECT_EQ(pcie["links"], 8);
  EXPECT_NEAR(pcie["gbps"].get<double>(), 113.70, 0.005);
  uint64_t up = 0, down = 0, most = 0;
  for (const PcieRow& each : r.sections.get<PcieResult>().rows) {
    up += each.up.wire_bytes;
    down += each.down.wire_bytes;
    most = std::max(most, each.down.wire_bytes);
  }
  EXPECT_EQ(pcie["up"]["wire_bytes"], up);
  EXPECT_EQ(pcie["down"]["wire_bytes"], down);
  const double us = 40, gbit = 8e-3 / us;  // octets of the measurement as Gb/s
  EXPECT_NEAR(pcie["down"]["wire_gbps_per_link"].get<double>(),
              static_cast<double>(down) / 8 * gbit, 1e-9);
  EXPECT_NEAR(pcie["down"]["busiest_share"].get<double>(),
              static_cast<double>(most) * gbit / pcie["gbps"].get<double>(), 1e-9);
}

/// A packet in a hundred fails: of all reads none does, and each is later on average.
TEST(PcieResult, ReportsRetransmissions) {
  const RunResult r = run_pod({"pcie.tlp_error_rate=0.01", "run.audit=10"});
  const auto ok = [](const RunResult& of) { return of.sections.get<RmaResult>().ops.at(0).ended; };
  for (const auto& [status, count] : ok(r).by_name())
    EXPECT_TRUE(status == "ok" || count == 0) << status;
  uint64_t tlps = 0, replayed = 0;
  for (const PcieRow& each : r.sections.get<PcieResult>().rows) {
    for (const PcieWay* way : {&each.up, &each.down}) {
      tlps += way->tlps;
      replayed += way->replayed;
      EXPECT_EQ(way->timeouts, 0u);
    }
  }
  const double mean = static_cast<double>(tlps) * 0.01 / 0.99;
  EXPECT_NEAR(static_cast<double>(replayed), mean, 4 * std::sqrt(mean / 0.99));
}

// A thousand operations: chance moves their mean by some 20 ns, this many errors by 200.
TEST(PcieResult, WhatIsSentAgainTakesTime) {
  const RunResult with = run_pod({"pcie.tlp_error_rate=0.05", "run.measure_us=200"});
  const RunResult without = run_pod({"run.measure_us=200"});
  EXPECT_GT(with.sections.get<RmaResult>().ops[0].total.mean(),
            without.sections.get<RmaResult>().ops[0].total.mean());
  for (const PcieRow& each : without.sections.get<PcieResult>().rows)
    EXPECT_EQ(each.up.replayed, 0u);
}

TEST(PcieResult, IsWrittenLinkByLink) {
  const RunResult r = run_pod({"run.measure_us=5"});
  const std::filesystem::path folder = testing::TempDir() + "pcie_result";
  std::filesystem::create_directories(folder);
  write_results(folder, r);
  std::ifstream file(folder / "pcie.csv");
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line,
            "chip,pod,tin,host,reads,writes,atomics,stores,loads,errors,up_tlps,up_wire_bytes,"
            "up_payload_bytes,up_replayed,up_timeouts,up_gbps,down_tlps,down_wire_bytes,"
            "down_payload_bytes,down_replayed,down_timeouts,down_gbps");
  unsigned rows = 0;
  for (; std::getline(file, line); ++rows) {
    const PcieRow& each = r.sections.get<PcieResult>().rows.at(rows);
    EXPECT_EQ(line.rfind(std::to_string(each.chip) + ",0," + std::to_string(each.chip) + "," +
                             std::to_string(rows % 2) + ",",
                         0),
              0u)
        << line;
    EXPECT_NE(line.find("," + std::to_string(each.up.wire_bytes) + ","), std::string::npos);
  }
  EXPECT_EQ(rows, 8u);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tinsim
