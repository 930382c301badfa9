// SPDX-License-Identifier: Apache-2.0
// Table-based routing: for each chip, port class and destination row, eight candidate ports.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "platform/topology/topology.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Port classes that share table entries (Aquila 4.2 says six; the local ones are the parity-sign
/// link types in their turn order o- < e+ < o+ < e-).
enum PortClass : uint8_t {
  kTerminalIn,
  kGlobalIn,
  kLocalOddMinus,
  kLocalEvenPlus,
  kLocalOddPlus,
  kLocalEvenMinus,
  kPortClasses
};

/// The routing state of one chip.
struct RouteTable {
  std::array<uint8_t, 64> port_class{};  ///< PortClass of each input port
  uint64_t phase_increment_ports = 0;    ///< input ports whose cells move to the next VC phase
  std::vector<uint16_t> row_of;          ///< destination address >> 6  ->  table row: the TiNs
                                         ///< of the own pod, then the pods; addresses that
                                         ///< nothing has lead to a row without routes
  unsigned rows = 0;
  std::vector<Candidates> entry;            ///< [port class * rows + row]
  uint16_t self = 0;                        ///< this chip's address >> 6
  unsigned vc_phases = 3;                   ///< phases that a cell can be in; of all chips alike
  uint8_t initial_hop = kInitialHop;        ///< of a new cell; of all chips alike
  std::array<uint8_t, 64> terminal_port{};  ///< endpoint -> port, kNoRoute where there is none

  const Candidates& candidates(unsigned in_port, uint16_t dst) const {
    return entry[port_class[in_port] * rows + row_of[dst >> 6]];
  }
};

/// Fills every chip's table for the configured routing mode. The minimal modes share their tables
/// and differ in how the chip chooses among the eight; docs/routing.md has the rules.
std::vector<RouteTable> make_route_tables(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
