// SPDX-License-Identifier: Apache-2.0
// Area of a chip, from its parts.
#include "platform/cost/chip_cost.h"

#include "platform/cost/block_memory.h"

namespace tinsim {

uint64_t ChipCost::all_memory_bits() const {
  uint64_t sum = 0;
  for (const auto& [kind, bits] : memory_bits) sum += bits;
  return sum;
}

PartCost part_cost(const CostAreaConfig& area, const ChipPart& part) {
  const auto instances = static_cast<double>(part.instances);
  const MemoryArea memory = memory_area(area, part.memory_bits, part.instances, part.two_port);
  PartCost cost;
  cost.part = part;
  cost.memory_bits = part.memory_bits * part.instances;
  cost.macros = memory.macros;
  cost.logic_mm2 = part.gates * instances * area.nand2_um2 / area.logic_utilisation / 1e6;
  cost.memory_mm2 = memory.mm2;
  cost.macro_mm2 = part.macro_mm2 * instances;
  return cost;
}

ChipCost chip_cost(const PlatformConfig& config, const Topology& topology) {
  ChipCost chip;
  for (const ChipPart& part : chip_parts(config, topology)) {
    const PartCost cost = part_cost(config.cost.area, part);
    const double gates = part.gates * static_cast<double>(part.instances);
    if (cost.memory_bits != 0) chip.memory_bits[part.memory] += cost.memory_bits;
    chip.gates += gates;
    if (part.is_extrapolated) chip.extrapolated_gates += gates;
    chip.flops += part.flops * static_cast<double>(part.instances);
    chip.logic_mm2 += cost.logic_mm2;
    chip.memory_mm2 += cost.memory_mm2;
    chip.macro_mm2 += cost.macro_mm2;
    (part.side == CostSide::kNic ? chip.nic_mm2 : chip.switch_mm2) += cost.mm2();
    chip.parts.push_back(cost);
  }
  return chip;
}

}  // namespace tinsim
