// SPDX-License-Identifier: Apache-2.0
// Cost of a chip, a network and its cells: counts by hand, growth, and what the constants scale.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "platform/cost/energy_cost.h"
#include "tests/platform/cost_fixture.h"

namespace tinsim {
namespace {

PlatformConfig one_chip(unsigned ports, unsigned vcs, unsigned words) {
  PlatformConfig config;
  config.topology.kind = TopologyKind::single;
  config.tin.switch_.ports = ports;
  config.tin.switch_.vcs = vcs;
  config.tin.vc_fifo.terminal_words = words;
  return config;
}

// 22 local and 8 global ports of 32 VCs; 20 others have no link.
TEST(CostChip, MemoryBitsOfTheBaseChip) {
  const ChipCost chip = cost_of(aquila_config());
  EXPECT_EQ(chip.memory_bits.at("vc_fifo"), (42 * 128 + 8 * 512) * 32 * 72u);
  EXPECT_EQ(chip.memory_bits.at("output_queue"), 50 * 32 * 40 * 64u);
  EXPECT_EQ(chip.memory_bits.at("mos_mailbox"), 30 * (16 + 64) * 52u);
  EXPECT_EQ(chip.memory_bits.at("route_table"),
            50 * 3 * (11 + 47) * 32 * 6u);  // facts of Aquila 3.2
  EXPECT_EQ(chip.memory_bits.at("ip_ingress_buffer"), 3 * 1024 * 8192u);
  EXPECT_EQ(chip.memory_bits.at("ip_egress_buffer"), 4 * 64 * 8192u);
  EXPECT_EQ(chip.memory_bits.at("ip_table"), 4096 * (289 + 16u));
  EXPECT_EQ(chip.memory_bits.at("reassembly"), 1024 * 134u);
  EXPECT_EQ(chip.memory_bits.at("reorder_queue"), 4 * 64 * 48u);
  EXPECT_EQ(chip.memory_bits.at("rma_commands"), 256 * (8 + 512u));
  EXPECT_EQ(chip.memory_bits.at("region_table"), 4096 * 245u);
  EXPECT_EQ(chip.memory_bits.at("processor_memory"), 2048 * 8192u);
}

// The 22 local ports reserve 32 words for each VC and share 1024 among them.
TEST(CostChip, SharedWordsCountOncePerPort) {
  PlatformConfig config = aquila_config();
  config.tin.vc_fifo.local_words = 32;
  config.tin.vc_fifo.local_shared_words = 1024;
  const ChipCost chip = cost_of(config);
  const uint64_t words = 22 * (32 * 32 + 1024) + (20 * 128 + 8 * 512) * 32;
  EXPECT_EQ(chip.memory_bits.at("vc_fifo"), words * 72);
}

/// The parts of the base chip as the page has them.
std::string base_chip_table() {
  const ChipCost chip = cost_of(aquila_config());
  std::string text =
      "| part | side | instances | gates | flip-flops | memory bits | mm2 |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const PartCost& cost : chip.parts) {
    const ChipPart& part = cost.part;
    const auto instances = static_cast<double>(part.instances);
    text += fmt::format("| `{}` | {} | {} | {:.0f}{} | {:.0f} | {} | {:.3f} |\n", part.name,
                        part.side == CostSide::kNic ? "NIC" : "switch", part.instances,
                        part.gates * instances, part.is_extrapolated ? " *" : "",
                        part.flops * instances, cost.memory_bits, cost.mm2());
  }
  text += fmt::format("| **switch** | | | | | | {:.2f} |\n| **NIC** | | | | | | {:.2f} |\n",
                      chip.switch_mm2, chip.nic_mm2);
  return text + fmt::format("| **chip** | | | {:.0f} | {:.0f} | {} | {:.2f} |\n", chip.gates,
                            chip.flops, chip.all_memory_bits(), chip.mm2());
}

TEST(CostChip, ThePageHasTheBaseChip) {
  std::ifstream file(TINSIM_SOURCE_DIR "/docs/reference/cost.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const std::string begin = "<!-- base chip, begin -->\n", end = "<!-- base chip, end -->";
  const std::size_t from = page.find(begin) + begin.size();
  EXPECT_EQ(page.substr(from, page.find(end) - from), base_chip_table());
}

TEST(CostChip, IsTheSumOfItsParts) {
  const ChipCost chip = cost_of(aquila_config());
  double sum = 0, nic = 0;
  for (const PartCost& part : chip.parts) {
    sum += part.mm2();
    if (part.part.side == CostSide::kNic) nic += part.mm2();
  }
  EXPECT_NEAR(sum, chip.mm2(), 1e-9);
  EXPECT_NEAR(nic, chip.nic_mm2, 1e-9);
  EXPECT_NEAR(chip.logic_mm2 + chip.memory_mm2 + chip.macro_mm2, chip.mm2(), 1e-9);
}

TEST(CostChip, GrowsWithPortsVcsAndDepth) {
  double before = 0;
  for (const unsigned ports : {8u, 16u, 32u, 50u, 64u}) {
    const double now = cost_of(one_chip(ports, 8, 64)).mm2();
    EXPECT_GT(now, before) << ports << " ports";
    before = now;
  }
  before = 0;
  for (const unsigned vcs : {1u, 2u, 8u, 12u, 32u}) {
    const double now = cost_of(one_chip(16, vcs, 64)).mm2();
    EXPECT_GT(now, before) << vcs << " VCs";
    before = now;
  }
  before = 0;
  for (const unsigned words : {20u, 64u, 512u, 2047u}) {
    const double now = cost_of(one_chip(16, 8, words)).mm2();
    EXPECT_GT(now, before) << words << " words";
    before = now;
  }
}

TEST(CostChip, HasAnNicWhereTheConfigurationHasOne) {
  PlatformConfig config = aquila_config();
  EXPECT_GT(cost_of(config).nic_mm2, 0);
  config.rma.enabled = false;
  EXPECT_EQ(cost_of(config).memory_bits.count("region_table"), 0u);
  config.ip.enabled = false;
  EXPECT_EQ(cost_of(config).nic_mm2, 0);
}

TEST(CostChip, ConstantsScaleWhatTheyAreOf) {
  PlatformConfig config = aquila_config();
  const ChipCost chip = cost_of(config);
  config.cost.area.nand2_um2 *= 2;
  EXPECT_NEAR(cost_of(config).logic_mm2, 2 * chip.logic_mm2, 1e-9);
  EXPECT_NEAR(cost_of(config).memory_mm2, chip.memory_mm2, 1e-9);
  config.cost.area.macro_um2 = 0;
  const double bits_mm2 = cost_of(config).memory_mm2;
  config.cost.area.sram_bit_um2 *= 3;
  EXPECT_NEAR(cost_of(config).memory_mm2, 3 * bits_mm2, 1e-9);
}

// n pods of 12 chips, 2 links for each pair of chips and of pods.
TEST(CostNetwork, CountsOfADragonfly) {
  PlatformConfig config = aquila_config();
  const NetworkCost all = network_cost(config, make_topology(config));
  EXPECT_EQ(all.chips, 576u);
  EXPECT_EQ(all.local_links, 48 * 12 * 11 / 2 * 2u);
  EXPECT_EQ(all.global_links, 48 * 47 / 2 * 2u);
  EXPECT_EQ(all.directions(), 2 * (6336 + 2256u));
  // Aquila, appendix A: 66 bundles of 4 cables between groups of 4 pods; 6 pairs inside of each.
  EXPECT_EQ(all.cables, 66 * 4 + 12 * 6u);
  EXPECT_DOUBLE_EQ(all.cable_m, 336 * config.link.global_m);
  EXPECT_DOUBLE_EQ(all.local_m, 6336 * config.link.local_m);
  EXPECT_EQ(all.optics, 48 * 24u);  // 94 of 96 channels in use
  config.cost.network.pods_per_group = 1;
  EXPECT_EQ(network_cost(config, make_topology(config)).cables, 1128u);  // … without shuffles
}

TEST(CostNetwork, OneChipHasNoLinks) {
  const PlatformConfig config = one_chip(8, 4, 64);
  const NetworkCost one = network_cost(config, make_topology(config));
  EXPECT_EQ(one.chips, 1u);
  EXPECT_EQ(one.directions(), 0u);
  EXPECT_EQ(one.cables + one.optics, 0u);
}

/// 1 pJ for each event, and nothing else.
PlatformConfig unit_energies() {
  PlatformConfig config = aquila_config();
  config.cost.energy = {1, 1, 0, 0, 0, 0};
  config.cost.network.optics_w = 0;
  return config;
}

TEST(CostEnergy, CountsEachEventOnce) {
  const PlatformConfig config = unit_energies();
  const Topology topology = make_topology(config);
  const EventEnergy energy = event_energy(config, chip_cost(config, topology));
  const CellEvents events{1000, 10, 300, 100, 90};
  const NetworkPower power = network_power(energy, network_cost(config, topology), events, 400);
  // FIFO and output queue at each switch, a buffer of the NIC at each end: written and read.
  EXPECT_DOUBLE_EQ(power.cells_pj_per_cell, (300 * 4 + 100 * 2 + 90 * 2) / 10.0);
  EXPECT_NEAR(power.all_w(), 1580e-12 / 2.5e-6, 1e-12);
  EXPECT_NEAR(power.all_pj_per_cell, power.cells_pj_per_cell, 1e-9);
}

TEST(CostEnergy, OfACellIsThatOfTwiceTheCellsInTwiceTheTime) {
  const PlatformConfig config = aquila_config();
  const Topology topology = make_topology(config);
  const EventEnergy energy = event_energy(config, chip_cost(config, topology));
  const NetworkCost network = network_cost(config, topology);
  const NetworkPower once = network_power(energy, network, {1000, 10, 300, 100, 90}, 400);
  const NetworkPower twice = network_power(energy, network, {2000, 20, 600, 200, 180}, 400);
  EXPECT_DOUBLE_EQ(once.cells_pj_per_cell, twice.cells_pj_per_cell);
  EXPECT_DOUBLE_EQ(once.all_pj_per_cell, twice.all_pj_per_cell);
  EXPECT_DOUBLE_EQ(once.all_w(), twice.all_w());
}

// 28 Gb/s at 10 pJ per bit are 0.28 W for each direction; modules have 3.5 W.
TEST(CostEnergy, LinksHavePowerWithoutCells) {
  const PlatformConfig config = aquila_config();
  const Topology topology = make_topology(config);
  const EventEnergy energy = event_energy(config, chip_cost(config, topology));
  const NetworkPower idle = network_power(energy, network_cost(config, topology), {}, 400);
  EXPECT_NEAR(idle.links_w, 0.28 * 2 * (6336 + 2256), 1e-6);
  EXPECT_NEAR(idle.optics_w, 3.5 * 1152, 1e-9);
  EXPECT_EQ(idle.cells_w, 0);
  EXPECT_TRUE(std::isnan(idle.cells_pj_per_cell));
}

// Receive buffers of three intra-tile queues and of two for each link, transmit buffers of each
// link.
TEST(CostChip, AnExanetNodeHasRouterAndLinks) {
  for (const unsigned dims : {1u, 3u}) {
    const unsigned links = 2 * dims;
    PlatformConfig config;
    config.chip = ChipKind::exanet;
    config.topology.kind = TopologyKind::torus;
    config.topology.dims.assign(dims, 4);
    config.topology.tins_per_pod = 4;
    config.topology.hosts_per_tin = 1;
    const ChipCost chip = cost_of(config);
    const uint64_t words = 128 * (3 + 2 * links) + 4096 * 3 + 1024 * 2 * links;
    EXPECT_EQ(chip.memory_bits.at("exanet_router"), 128 * words);
    EXPECT_EQ(chip.memory_bits.at("exanet_transmit_buffer"), 128u * links * 2 * (128 + 1024));
    EXPECT_EQ(chip.nic_mm2, 0);
    EXPECT_EQ(chip.macro_mm2, links * config.cost.area.serdes_mm2);
    const double framer = formulas_of("exanet_apelink_framer").gates.at({}),
                 credits = formulas_of("exanet_credit_manager").gates.at({}),
                 router = formulas_of("exanet_router").gates.at({3, links, 128, 4096, 1024});
    EXPECT_NEAR(chip.gates, router + links * (framer + credits), 1);
  }
}

}  // namespace
}  // namespace tinsim
