// SPDX-License-Identifier: Apache-2.0
// Energy of events, and power.
#include "platform/cost/energy_cost.h"

#include <cmath>
#include <limits>

namespace tinsim {
namespace {

constexpr double kWordBits = 64;        ///< of those words that keys of cost.energy are about
constexpr double kSlotLineBits = 70;    ///< of 64: RS(70,66), or 66-bit blocks at the same rate
constexpr double kAuroraLineBits = 66;  ///< of 64 on a link between ExaNet nodes

/// A word travels from its port to the crossbar, along a row and a column of it, and to its port:
/// on average half a side of the switch each way. The router of ExaNet has no square of wires.
double word_path_mm(const PlatformConfig& config, const ChipCost& chip) {
  const double sides = std::sqrt(chip.switch_mm2);
  return config.chip == ChipKind::exanet ? sides : 2 * crossbar_side_mm(config) + sides;
}

bool has_buffers(const PlatformConfig& config) { return config.ip.enabled || config.rma.enabled; }

}  // namespace

EventEnergy event_energy(const PlatformConfig& config, const ChipCost& chip) {
  const CostEnergyConfig& cost = config.cost.energy;
  const bool is_exanet = config.chip == ChipKind::exanet;
  const NicLanes lanes = is_exanet ? NicLanes() : nic_lanes(config);
  const double mhz = config.clock_mhz();
  const double word_bits = is_exanet ? kWordBits : config.tin.switch_.word_bits;
  const double pass_pj = (cost.word_write_pj + cost.word_read_pj) * word_bits / kWordBits;
  EventEnergy energy;
  energy.fifo_pj = energy.queue_pj = pass_pj;
  energy.crossbar_pj = word_bits * word_path_mm(config, chip) * cost.wire_fj_per_bit_mm / 1000;
  energy.buffer_pj = has_buffers(config) ? pass_pj : 0;
  energy.link_pj =
      (is_exanet ? kAuroraLineBits : kSlotLineBits) * word_bits / kWordBits * cost.link_pj_per_bit;
  // A milliwatt is 1000 pJ in a microsecond, and a Gb/s 1000 bits in it.
  const double leakage_mw = (chip.logic_mm2 + chip.memory_mm2) * cost.leakage_mw_per_mm2;
  const double lanes_gbps = lanes.pcie_gbps + lanes.ethernet_gbps;
  energy.chip_pj = chip.flops * cost.flop_fj / 1000 + 1000 * leakage_mw / mhz +
                   1000 * lanes_gbps / mhz * cost.link_pj_per_bit;
  return energy;
}

NetworkPower network_power(const EventEnergy& energy, const NetworkCost& network,
                           const CellEvents& events, double clock_mhz) {
  // A pJ in each cycle, in W.
  const double watts = clock_mhz * 1e6 * 1e-12;
  const double cells_pj = energy.switched_pj() * static_cast<double>(events.switched) +
                          energy.buffer_pj * static_cast<double>(events.injected) +
                          energy.buffer_pj * static_cast<double>(events.delivered);
  const auto cycles = static_cast<double>(events.cycles);
  NetworkPower power;
  power.cells_w = events.cycles == 0 ? 0 : cells_pj / cycles * watts;
  power.chips_w = energy.chip_pj * static_cast<double>(network.chips) * watts;
  power.links_w = energy.link_pj * static_cast<double>(network.directions()) * watts;
  power.optics_w = network.optics_w;
  const bool has_cells = events.cells != 0 && events.cycles != 0;
  const auto cells = static_cast<double>(events.cells);
  power.cells_pj_per_cell = has_cells ? cells_pj / cells : std::numeric_limits<double>::quiet_NaN();
  power.all_pj_per_cell =
      has_cells ? power.all_w() / watts * cycles / cells : std::numeric_limits<double>::quiet_NaN();
  return power;
}

}  // namespace tinsim
