// SPDX-License-Identifier: Apache-2.0
// Section `cost` of a result: energy of the cells of a run, from its counts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "platform/config/reader.h"
#include "platform/result/writer.h"
#include "platform/statistics/cost_result.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// Cells of 20 words between four chips; a word costs 1 pJ to write and to read, and nothing else
/// counts.
PlatformConfig config_of(unsigned measure_us) {
  return parse_config(
             fmt::format(
                 "topology: {{pods: 1, tins_per_pod: 4, local_links_per_pair: 1, "
                 "hosts_per_tin: 1, terminal_ports_per_host: 2}}\n"
                 "tin: {{switch: {{ports: 8}}}}\n"
                 "traffic: [{{pattern: uniform, load: 0.3, cell_bytes: 160}}]\n"
                 "cost: {{energy: {{word_write_pj: 1, word_read_pj: 1, wire_fj_per_bit_mm: 0}}}}\n"
                 "run: {{warmup_us: 5, measure_us: {}}}\n",
                 measure_us),
             "cost.yaml")
      .config;
}

const CostResult& cost_of(const RunResult& r) { return r.sections.get<CostResult>(); }

// Each switch writes and reads a word in two buffers: 80 pJ per cell and TiN. Cells that are under
// way at either end of the measurement make the difference.
TEST(CostRun, EnergyOfACellIsThatOfItsWordsAndHops) {
  const RunResult once = run_fresh(config_of(50)), twice = run_fresh(config_of(100));
  ASSERT_GT(once.hops_cells, 1000u);
  const double hops = static_cast<double>(once.hops_sum) / static_cast<double>(once.hops_cells);
  EXPECT_NEAR(cost_of(once).energy_per_cell_pj, 80 * hops, 0.01 * 80 * hops);
  EXPECT_NEAR(cost_of(twice).energy_per_cell_pj / cost_of(once).energy_per_cell_pj, 1, 0.02);
  EXPECT_NEAR(cost_of(twice).power_w / cost_of(once).power_w, 1, 0.02);
  EXPECT_GT(static_cast<double>(twice.hops_cells), 1.9 * static_cast<double>(once.hops_cells));
}

// A packet of 256 bytes is 18 words of 128 bits with header and footer. Three routers write and
// read each in a receive and a transmit buffer.
TEST(CostRun, EnergyOfAnExanetPacketIsThatOfItsWordsAndHops) {
  const RunResult r = run_fresh(
      parse_config("chip: exanet\n"
                   "topology: {kind: torus, dims: [8], tins_per_pod: 8, hosts_per_tin: 1}\n"
                   "traffic: [{pattern: adversarial, offset: 2, gbps: 2, packet_bytes: 256}]\n"
                   "cost: {energy: {word_write_pj: 1, word_read_pj: 1, wire_fj_per_bit_mm: 0}}\n"
                   "run: {warmup_us: 5, measure_us: 100}\n",
                   "exanet.yaml")
          .config);
  ASSERT_GT(r.hops_cells, 500u);
  constexpr double kPicojoules = 3 * 4 * 2 * 18;  // 128 bits are two words
  EXPECT_NEAR(cost_of(r).energy_per_cell_pj, kPicojoules, 0.02 * kPicojoules);
  // 66 bits in each of 8 x 2 directions and cycles of 6.4 ns.
  const double link_pj = 66 * CostEnergyConfig().link_pj_per_bit;
  EXPECT_NEAR(cost_of(r).links_power_w, 16 * link_pj * 156.25e6 * 1e-12, 1e-9);
}

TEST(CostRun, IsInTheSummary) {
  const RunResult r = run_fresh(config_of(20));
  const auto cost = make_summary(r).at("cost");
  EXPECT_EQ(cost.at("chip_area_mm2").get<double>(), cost_of(r).chip_area_mm2);
  EXPECT_EQ(cost.at("memory_bits").at("vc_fifo").get<uint64_t>(), 8 * 32 * 128 * 72u);
  EXPECT_EQ(cost.at("local_links").get<unsigned>(), 6u);
  EXPECT_EQ(cost.at("nic_area_mm2").get<double>(), 0);
  EXPECT_GT(cost_of(r).parts.size(), 10u);
}

}  // namespace
}  // namespace tinsim
