// SPDX-License-Identifier: Apache-2.0
// Cost of chip and network as lines, for `tinsim check`.
#include "platform/cost/cost_text.h"

#include <fmt/ostream.h>

#include "platform/cost/energy_cost.h"

namespace tinsim {
namespace {

void print_chip_cost(std::ostream& out, const ChipCost& chip) {
  fmt::print(out,
             "cost of a chip, for comparing variants: {:.2f} mm2; switch {:.2f}, NIC {:.2f}; logic "
             "{:.2f}, memories {:.2f}, lanes and other macros {:.2f}\n",
             chip.mm2(), chip.switch_mm2, chip.nic_mm2, chip.logic_mm2, chip.memory_mm2,
             chip.macro_mm2);
  fmt::print(out, "logic: {:.0f} gates, {:.0f} flip-flops; {:.0f} % of the gates extrapolated\n",
             chip.gates, chip.flops,
             chip.gates > 0 ? 100 * chip.extrapolated_gates / chip.gates : 0.0);
  fmt::print(out, "memories: {} bits", chip.all_memory_bits());
  const char* separator = "; ";
  for (const auto& [kind, bits] : chip.memory_bits) {
    fmt::print(out, "{}{} {}", separator, kind, bits);
    separator = ", ";
  }
  out << "\n";
}

}  // namespace

void print_cost(std::ostream& out, const PlatformConfig& config, const Topology& topology) {
  const ChipCost chip = chip_cost(config, topology);
  const NetworkCost network = network_cost(config, topology);
  const EventEnergy energy = event_energy(config, chip);
  const NetworkPower idle = network_power(energy, network, {}, config.clock_mhz());
  print_chip_cost(out, chip);
  fmt::print(out,
             "cost of the network: {:.0f} mm2 of chips; {} local links, {:.0f} m; {} global links "
             "in {} cables, {:.0f} m; {} optical modules\n",
             chip.mm2() * static_cast<double>(network.chips), network.local_links, network.local_m,
             network.global_links, network.cables, network.cable_m, network.optics);
  fmt::print(
      out,
      "power without cells: {:.2f} W for each chip, {:.1f} W in all with {:.1f} W of optics; "
      "a word through a switch: {:.1f} pJ\n",
      idle.chip_w(network.chips), idle.all_w(), idle.optics_w, energy.switched_pj());
}

}  // namespace tinsim
