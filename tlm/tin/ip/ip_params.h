// SPDX-License-Identifier: Apache-2.0
// Parameters of a chip's IP path: ports, buffers, delays, thresholds.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>

#include "rtl_models/parts/cts_pick.h"
#include "rtl_models/parts/qos.h"
#include "tlm/ethernet/mac.h"
#include "tlm/ethernet/pause.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/terminal_side.h"

namespace tinsim {

/// Interfaces through which packets enter the chip; each has its wire, its buffer and its own
/// terminal ports (docs/reference/assumptions.md).
enum IpInterface : unsigned { kNicInterface, kMacInterface, kCpuInterface, kIpInterfaces };

/// Interface of an egress port (0 NIC0, 1 NIC1, 2 MAC, 3 CPU): both hosts share the NIC.
constexpr unsigned interface_of(unsigned eport) { return eport < 2 ? 0 : eport - 1; }

constexpr unsigned kMacEport = 2;  ///< egress port of the MAC

/// Consecutive endpoint numbers, and the switch ports behind them.
struct EndpointGroup {
  uint8_t first = 0;
  uint8_t count = 0;
  bool has(unsigned endpoint) const { return endpoint - first < count; }
};

struct IpParams : TerminalSide {
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();  ///< for the chip's state
  std::array<EndpointGroup, kIpInterfaces> groups{};
  std::array<WireRate, kIpInterfaces> rates{};

  // Ingress.
  unsigned buffer_bytes = 1 << 20;                  ///< of each interface
  std::array<unsigned, kCosClasses> share_bytes{};  ///< of it, what a class may fill
  unsigned early_rts_bytes = 256;  ///< longer packets send their RTS before they are whole; 0: none
  Cycle ingress_cycles = 24;       ///< header in, or packet whole, to RTS: parse, look-up, buffer
  Cycle pull_cycles = 8;           ///< CTS in to its first DATA cell
  bool spread_cells = true;        ///< a packet's cells use all ports of their group, or one
  QosPlan pull_plan;               ///< between the classes whose packets may be sent
  Cycle rts_timeout = 0;           ///< a packet without an answer for so long is given up
  unsigned initial_rts_window = 0;  ///< unanswered RTSs to a new queue; 0: no limit
  Cycle rts_state_lifetime = 0;     ///< of a queue's window and congestion
  Cycle rts_max_hold = 0;           ///< longest time that a packet is held for that window
  Cycle rts_retry = 0;              ///< interval of RTSs without credit
  unsigned rts_credit_percent = 0;  ///< RTSs to a congested queue per fetched packet

  // Egress.
  Cycle rts_cycles = 6;                         ///< RTS in to its queue
  Cycle cts_cycles = 4;                         ///< grant to the CTS at its port
  Cycle data_cycles = 4;                        ///< last DATA cell in to packet complete
  unsigned buffer_slots = 442;                  ///< cell slots of each egress port
  std::array<uint32_t, kEgressPorts> window{};  ///< bytes outstanding, at most
  unsigned pace_percent = 100;                  ///< of a wire's rate: packets fetched; 0: any
  unsigned rts_congestion_percent = 4;  ///< of a terminal port's words, by RTSs, is congestion
  Cycle rts_congestion_period = 1024;   ///< in which these words are counted
  CtsPlan cts_plan;
  std::array<uint16_t, kCosClasses> drop_threshold{};  ///< RTS queue depth
  std::array<uint16_t, kCosClasses> mark_threshold{};
  Cycle fetch_timeout = 0;  ///< a packet that has not arrived for so long after its CTS is given up

  // Flow control of the MAC.
  PauseLimits mac_pause;
  Cycle mac_response =
      0;  ///< from the last octet of a frame that stops the MAC to its being obeyed

  uint8_t high_classes = 0xF0;  ///< classes of service that use the VCs of high priority
  bool may_reorder = false;     ///< links or TiNs fail, and RTSs of a flow change their path
  bool carried = false;         ///< bytes are carried and compared
  bool tagged = false;          ///< packets leave in frames with a VLAN tag
};

/// Traffic classes of the IP path (docs/reference/assumptions.md), by cell and priority.
enum class IpCell : uint8_t { kRts = 0, kCts = 1, kCtd = 2, kData = 3 };  ///< cell types, too

constexpr unsigned traffic_class(IpCell cell, bool high) {
  const unsigned of_high = cell == IpCell::kRts ? 2 : cell == IpCell::kData ? 4 : 3;
  return high ? of_high : of_high + 5;
}

}  // namespace tinsim
