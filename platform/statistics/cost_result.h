// SPDX-License-Identifier: Apache-2.0
// Cost of chip and network by the constants of section `cost`, and what the measurement's cells
// cost in energy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/statistics/section.h"

namespace tinsim {

/// Equal parts of a chip; figures of all of them.
struct CostPartRow {
  TIN_RECORD(CostPartRow);
  TIN_FIELD(RowKey<std::string>, part, "a block, or a memory or macro outside of blocks");
  TIN_FIELD(RowKey<std::string>, side, "`switch` or `nic`");
  TIN_FIELD(RowKey<uint64_t>, instances, "number on a chip");
  TIN_FIELD(Figure, gates, "NAND2 equivalents, flip-flops included");
  TIN_FIELD(Figure, flops, "flip-flops");
  TIN_FIELD(Derived<uint64_t>, memory_bits, "bits of memories");
  TIN_FIELD(Derived<uint64_t>, memory_macros, "macros that hold them");
  TIN_FIELD(Figure, logic_mm2, "area of gates");
  TIN_FIELD(Figure, memory_mm2, "area of memories");
  TIN_FIELD(Figure, other_mm2, "area of other macros and of wires");
  TIN_FIELD(Derived<bool>, extrapolated, "gates at a shape larger than those that were mapped");
};

/// Figures that compare variants; they are no sign-off (docs/reference/cost.md).
struct CostResult : SectionRecord {
  static constexpr const char* kSection = "cost";
  static constexpr const char* kSectionText =
      "area of a chip, cables, and power in the measurement, by the constants of section `cost`";
  static constexpr const char* kLine =
      "a chip of {chip_area_mm2:.1f} mm2, switch {switch_area_mm2:.1f}, NIC {nic_area_mm2:.1f}; "
      "{chip_power_w:.2f} W each, {power_w:.1f} W in all; {energy_per_cell_pj:.0f} pJ per delivery "
      "(compares variants, no sign-off)";
  TIN_RECORD(CostResult);
  TIN_FIELD(Figure, chip_area_mm2, "area of a chip");
  TIN_FIELD(Figure, switch_area_mm2, "… of its switch with links and control processor");
  TIN_FIELD(Figure, nic_area_mm2, "… of its NIC: IP path, 1RMA, PCIe, Ethernet");
  TIN_FIELD(Figure, logic_area_mm2, "… of gates of both");
  TIN_FIELD(Figure, memory_area_mm2, "… of memories of both");
  TIN_FIELD(Figure, other_area_mm2, "… of lanes and other macros, and of the crossbar's wires");
  TIN_FIELD(Figure, gates, "NAND2 equivalents of a chip, flip-flops included");
  TIN_FIELD(Figure, extrapolated_gates, "… of blocks at shapes larger than those mapped");
  TIN_FIELD(Figure, flops, "flip-flops of a chip");
  TIN_FIELD(Causes, memory_bits, "bits of a chip by kind of memory");
  TIN_FIELD(Derived<uint64_t>, all_memory_bits, "… of all kinds");
  TIN_FIELD(Figure, network_area_mm2, "area of all chips");
  TIN_FIELD(Derived<uint64_t>, local_links, "links inside of pods");
  TIN_FIELD(Derived<uint64_t>, global_links, "links between pods, which are optical");
  TIN_FIELD(Figure, local_m, "length of all local links in metres");
  TIN_FIELD(Derived<uint64_t>, cables, "cables of global links");
  TIN_FIELD(Figure, cable_m, "length of all of them in metres");
  TIN_FIELD(Derived<uint64_t>, optics, "optical modules");
  TIN_FIELD(Figure, energy_per_cell_pj, "mean of a delivered cell, of words moved alone");
  TIN_FIELD(Figure, energy_per_cell_all_pj, "… of all power, idle links and optics included");
  TIN_FIELD(Figure, cells_power_w, "power that cells cause, all chips together");
  TIN_FIELD(Figure, chips_power_w, "… of clock, leakage and lanes of the NIC");
  TIN_FIELD(Figure, links_power_w, "… of the lanes of GNet links, idle ones too");
  TIN_FIELD(Figure, optics_power_w, "… of optical modules");
  TIN_FIELD(Figure, power_w, "sum of these");
  TIN_FIELD(Figure, chip_power_w, "mean of a chip, without optics");
  TIN_FIELD_AS(RowTable<CostPartRow>, parts, "cost_parts", "`cost_parts.csv`: a row per part");
};

}  // namespace tinsim
