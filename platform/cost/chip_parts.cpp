// SPDX-License-Identifier: Apache-2.0
// The parts of a chip: the ports that it has, and parts of each sort.
#include "platform/cost/chip_parts.h"

#include "platform/cost/block_memory.h"

namespace tinsim {

ChipPorts chip_ports(const PlatformConfig& config, const Topology& topology) {
  ChipPorts largest;
  uint64_t most = 0;
  for (const ChipInfo& chip : topology.chips) {
    ChipPorts ports;
    uint64_t words = 0;
    for (const PortInfo& port : chip.ports) {
      ++(port.kind == PortKind::kLocal    ? ports.local
         : port.kind == PortKind::kGlobal ? ports.global
                                          : ports.terminal);
      words += vc_fifo_words(config.tin.vc_fifo, port.kind);
    }
    if (words <= most) continue;
    most = words;
    largest = ports;
  }
  return largest;
}

std::vector<ChipPart> chip_parts(const PlatformConfig& config, const Topology& topology) {
  std::vector<ChipPart> parts;
  if (config.chip == ChipKind::exanet) {
    add_exanet_parts(config, topology, parts);
    return parts;
  }
  add_switch_parts(config, topology, parts);
  add_nic_parts(config, parts);
  return parts;
}

ChipPart block_part(CostSide side, const std::string& block, uint64_t instances,
                    const BlockShape& shape, const std::string& memory) {
  const BlockFormulas& formulas = formulas_of(block);
  ChipPart part;
  part.name = block;
  part.side = side;
  part.instances = instances;
  part.gates = formulas.gates.at(shape);
  part.flops = formulas.flops.at(shape);
  part.memory_bits = block_memory_bits(block, shape);
  part.memory = memory;
  part.two_port = true;
  part.is_extrapolated = formulas.extrapolates(shape);
  return part;
}

ChipPart memory_part(CostSide side, const std::string& kind, uint64_t instances, uint64_t bits,
                     bool two_port) {
  ChipPart part;
  part.name = part.memory = kind;
  part.side = side;
  part.instances = instances;
  part.memory_bits = bits;
  part.two_port = two_port;
  return part;
}

ChipPart macro_part(CostSide side, const std::string& name, uint64_t instances, double mm2) {
  ChipPart part;
  part.name = name;
  part.side = side;
  part.instances = instances;
  part.macro_mm2 = mm2;
  return part;
}

}  // namespace tinsim
