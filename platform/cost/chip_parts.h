// SPDX-License-Identifier: Apache-2.0
// The parts of a chip, from its configuration: instances of blocks, memories outside of blocks, and
// circuits that come as macros.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/cost/block_formula.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Which half of the silicon a part belongs to (Aquila 3.6).
enum class CostSide : uint8_t { kSwitch, kNic };

/// Equal instances of one part. Figures are those of one instance.
struct ChipPart {
  std::string name;  ///< of a block, or of what it is
  CostSide side = CostSide::kSwitch;
  uint64_t instances = 0;
  double gates = 0;  ///< in NAND2, flip-flops included
  double flops = 0;
  uint64_t memory_bits = 0;
  std::string memory;            ///< kind of memory, by which bits are added up; empty: none
  bool two_port = false;         ///< the memory is read and written in one cycle
  double macro_mm2 = 0;          ///< area that neither gates nor bits say
  bool is_extrapolated = false;  ///< gates at a shape larger than those that were mapped
};

/// Ports of the chip that has most words of input FIFO. Unused ports count as terminal.
struct ChipPorts {
  unsigned local = 0, global = 0, terminal = 0;

  unsigned links() const { return local + global; }
  unsigned all() const { return links() + terminal; }
};
ChipPorts chip_ports(const PlatformConfig& config, const Topology& topology);

/// Lanes of serial links of a chip other than GNet.
struct NicLanes {
  unsigned pcie_interfaces = 0;
  unsigned pcie = 0;                        ///< lanes of all of them
  unsigned ethernet = 0;                    ///< lanes of 25 Gb/s
  double pcie_gbps = 0, ethernet_gbps = 0;  ///< of all lanes together

  unsigned all() const { return pcie + ethernet; }
};
NicLanes nic_lanes(const PlatformConfig& config);

/// Length of a side of the square of wires of the crossbar.
double crossbar_side_mm(const PlatformConfig& config);

/// Parts of the switch side, then those of the NIC side, in the order of rtl_models/blocks.cmake;
/// or those of an ExaNet node.
std::vector<ChipPart> chip_parts(const PlatformConfig& config, const Topology& topology);

// Of the two sides, and of an ExaNet node, for chip_parts().
void add_switch_parts(const PlatformConfig& config, const Topology& topology,
                      std::vector<ChipPart>& parts);
void add_nic_parts(const PlatformConfig& config, std::vector<ChipPart>& parts);
void add_exanet_parts(const PlatformConfig& config, const Topology& topology,
                      std::vector<ChipPart>& parts);

/// `instances` of a block: gates by its formula, memory bits by what it stores, of kind `memory`.
ChipPart block_part(CostSide side, const std::string& block, uint64_t instances,
                    const BlockShape& shape, const std::string& memory = "");
/// A memory that no block has.
ChipPart memory_part(CostSide side, const std::string& kind, uint64_t instances, uint64_t bits,
                     bool two_port);
ChipPart macro_part(CostSide side, const std::string& name, uint64_t instances, double mm2);

}  // namespace tinsim
