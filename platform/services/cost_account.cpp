// SPDX-License-Identifier: Apache-2.0
// Cost of the network that was run.
#include "platform/services/cost_account.h"

#include "platform/config/platform_config.h"
#include "platform/cost/energy_cost.h"
#include "platform/statistics/cost_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {
namespace {

CostPartRow part_row(const PartCost& cost) {
  const ChipPart& part = cost.part;
  const auto instances = static_cast<double>(part.instances);
  CostPartRow row;
  row.part = part.name;
  row.side = part.side == CostSide::kNic ? "nic" : "switch";
  row.instances = part.instances;
  row.gates = part.gates * instances;
  row.flops = part.flops * instances;
  row.memory_bits = cost.memory_bits;
  row.memory_macros = cost.macros;
  row.logic_mm2 = cost.logic_mm2;
  row.memory_mm2 = cost.memory_mm2;
  row.other_mm2 = cost.macro_mm2;
  row.extrapolated = part.is_extrapolated;
  return row;
}

void add_chip(const ChipCost& chip, CostResult& cost) {
  cost.chip_area_mm2 = chip.mm2();
  cost.switch_area_mm2 = chip.switch_mm2;
  cost.nic_area_mm2 = chip.nic_mm2;
  cost.logic_area_mm2 = chip.logic_mm2;
  cost.memory_area_mm2 = chip.memory_mm2;
  cost.other_area_mm2 = chip.macro_mm2;
  cost.gates = chip.gates;
  cost.extrapolated_gates = chip.extrapolated_gates;
  cost.flops = chip.flops;
  cost.memory_bits = chip.memory_bits;
  cost.all_memory_bits = chip.all_memory_bits();
  for (const PartCost& part : chip.parts) cost.parts.push_back(part_row(part));
}

void add_network(const NetworkCost& network, CostResult& cost) {
  cost.network_area_mm2 = cost.chip_area_mm2 * static_cast<double>(network.chips);
  cost.local_links = network.local_links;
  cost.global_links = network.global_links;
  cost.local_m = network.local_m;
  cost.cables = network.cables;
  cost.cable_m = network.cable_m;
  cost.optics = network.optics;
}

void add_power(const NetworkPower& power, uint64_t chips, CostResult& cost) {
  cost.energy_per_cell_pj = power.cells_pj_per_cell;
  cost.energy_per_cell_all_pj = power.all_pj_per_cell;
  cost.cells_power_w = power.cells_w;
  cost.chips_power_w = power.chips_w;
  cost.links_power_w = power.links_w;
  cost.optics_power_w = power.optics_w;
  cost.power_w = power.all_w();
  cost.chip_power_w = power.chip_w(chips);
}

/// Words that left input FIFOs in the measurement; those of terminal ports have been injected.
CellEvents events_of(const RunResult& result) {
  CellEvents events;
  events.cycles = result.measure_cycles;
  events.cells = result.hops_cells;
  events.delivered = result.accepted_words;
  for (const PortRow& row : result.ports) {
    events.switched += row.words;
    if (row.kind == PortKind::kTerminal) events.injected += row.words;
  }
  return events;
}

}  // namespace

std::unique_ptr<Service> CostAccount::make(const ServiceContext& /*context*/) {
  return std::make_unique<CostAccount>();
}

void CostAccount::declare_sections(ResultSections& sections) { sections.add<CostResult>(); }

void CostAccount::derive(const RunFacts& facts, RunResult& result) const {
  auto& cost = result.sections.get<CostResult>();
  const ChipCost chip = chip_cost(facts.config, facts.topology);
  const NetworkCost network = network_cost(facts.config, facts.topology);
  const EventEnergy energy = event_energy(facts.config, chip);
  add_chip(chip, cost);
  add_network(network, cost);
  add_power(network_power(energy, network, events_of(result), facts.config.clock_mhz()),
            network.chips, cost);
}

}  // namespace tinsim
