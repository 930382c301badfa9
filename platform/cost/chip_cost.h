// SPDX-License-Identifier: Apache-2.0
// Area of a chip: its parts with their areas, and sums. For comparing variants; no sign-off.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/cost/chip_parts.h"

namespace tinsim {

/// A part with figures of all of its instances.
struct PartCost {
  ChipPart part;
  uint64_t memory_bits = 0;
  uint64_t macros = 0;
  double logic_mm2 = 0;
  double memory_mm2 = 0;
  double macro_mm2 = 0;

  double mm2() const { return logic_mm2 + memory_mm2 + macro_mm2; }
};

struct ChipCost {
  std::vector<PartCost> parts;
  std::map<std::string, uint64_t> memory_bits;  ///< by kind
  double gates = 0, flops = 0;
  double logic_mm2 = 0, memory_mm2 = 0, macro_mm2 = 0;  ///< macros other than memories
  double switch_mm2 = 0, nic_mm2 = 0;
  double extrapolated_gates = 0;  ///< of blocks at shapes larger than those that were mapped

  double mm2() const { return switch_mm2 + nic_mm2; }
  uint64_t all_memory_bits() const;
};

PartCost part_cost(const CostAreaConfig& area, const ChipPart& part);

/// Of the chip that chip_parts() describes.
ChipCost chip_cost(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
