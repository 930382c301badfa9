// SPDX-License-Identifier: Apache-2.0
// Section `cost` of a configuration: constants of process, circuits and cables, which nothing in a
// simulation depends on; docs/reference/cost.md has their sources.
#pragma once

#include "rtl_models/common/keys.h"

namespace tinsim {

/// From gates, bits and lanes to area.
struct CostAreaConfig {
  double nand2_um2 = 0.156;
  double logic_utilisation = 0.7;
  double sram_bit_um2 = 0.07;
  double two_port_factor = 1.5;
  double sram_efficiency = 0.6;
  double macro_um2 = 2000;
  unsigned macro_kbits = 256;
  double wire_pitch_um = 0.16;
  double serdes_mm2 = 0.3;
  double pcie_mm2 = 1.5;
  double ethernet_mm2 = 0.8;
  double processor_mm2 = 0.3;
  unsigned processor_kib = 2048;
  TIN_KEYS((nand2_um2, "area of a NAND2 gate in um2", above(0, 1000)),
           (logic_utilisation, "share of the area of logic that gates cover", above(0, 1)),
           (sram_bit_um2, "area of an SRAM cell with one port in um2", above(0, 1000)),
           (two_port_factor,
            "area of an SRAM cell that is read and written in one cycle, in cells with one port",
            range(1, 10)),
           (sram_efficiency, "share of an SRAM macro that its cells cover", above(0, 1)),
           (macro_um2, "area of an SRAM macro besides, in um2: control, test, routing around it",
            range(0, 1e6)),
           (macro_kbits, "largest SRAM macro in Kibit; larger memories have several",
            range(1, 1 << 20)),
           (wire_pitch_um, "pitch of the wires of the crossbar in um", above(0, 100)),
           (serdes_mm2, "area of a lane of serial links, both directions, in mm2", range(0, 100)),
           (pcie_mm2, "area of the controller of a PCIe interface in mm2, without lanes",
            range(0, 100)),
           (ethernet_mm2, "area of MAC and PCS of the Ethernet interface in mm2, without lanes",
            range(0, 100)),
           (processor_mm2, "area of the control processor in mm2, without memory", range(0, 100)),
           (processor_kib, "memory of the control processor in KiB", range(0, 1 << 20)))
};

/// From events and time to energy.
struct CostEnergyConfig {
  double word_write_pj = 13;
  double word_read_pj = 13;
  double wire_fj_per_bit_mm = 100;
  double link_pj_per_bit = 10;
  double flop_fj = 4;
  double leakage_mw_per_mm2 = 10;
  TIN_KEYS((word_write_pj, "energy to write a word of 8 bytes to an SRAM, in pJ", range(0, 1e6)),
           (word_read_pj, "energy to read a word of 8 bytes from an SRAM, in pJ", range(0, 1e6)),
           (wire_fj_per_bit_mm, "energy of a bit on a wire of the chip, in fJ per mm",
            range(0, 1e6)),
           (link_pj_per_bit,
            "energy of a bit on a lane of serial links, both ends, in pJ; idle lanes send bits too",
            range(0, 1e6)),
           (flop_fj,
            "mean energy of a flip-flop, its share of the clock tree and the logic before it, in a "
            "cycle, in fJ",
            range(0, 1e6)),
           (leakage_mw_per_mm2, "leakage of logic and memory in mW per mm2", range(0, 1e6)))
};

/// Cables and optics of the network.
struct CostNetworkConfig {
  unsigned pods_per_group = 4;
  unsigned links_per_cable = 8;
  unsigned optics_channels = 4;
  double optics_w = 3.5;
  TIN_KEYS((pods_per_group,
            "pods whose global links to another group share cables; within a group each pair of "
            "pods has its own",
            range(1, 1024)),
           (links_per_cable, "links of a cable", range(1, 1024)),
           (optics_channels, "links of an optical module", range(1, 1024)),
           (optics_w, "power of an optical module in W", range(0, 1000)))
};

struct CostConfig {
  CostAreaConfig area;
  CostEnergyConfig energy;
  CostNetworkConfig network;
  TIN_KEYS((area), (energy), (network))
};

}  // namespace tinsim
