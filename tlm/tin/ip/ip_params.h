// SPDX-License-Identifier: Apache-2.0
// Parameters of a chip's IP path: ports, buffers, delays, thresholds.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "rtl_models/parts/cts_pick.h"
#include "rtl_models/parts/qos.h"
#include "tlm/ethernet/mac.h"
#include "tlm/ethernet/pause.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/ip/ip_config.h"
#include "tlm/tin/ip/ip_traps.h"
#include "tlm/tin/terminal_side.h"

namespace tinsim {

/// Interfaces through which packets enter the chip; each has its wire, its buffer and its own
/// terminal ports (docs/reference/assumptions.md).
enum IpInterface : unsigned { kNicInterface, kMacInterface, kCpuInterface, kIpInterfaces };

/// Interface of an egress port (0 NIC0, 1 NIC1, 2 MAC, 3 CPU): both hosts share the NIC.
constexpr unsigned interface_of(unsigned eport) { return eport < 2 ? 0 : eport - 1; }

constexpr unsigned kMacEport = 2;  ///< egress port of the MAC
constexpr unsigned kCpuEport = 3;  ///< of the control processor

/// Consecutive endpoint numbers, and the switch ports behind them.
struct EndpointGroup {
  uint8_t first = 0;
  uint8_t count = 0;
  bool has(unsigned endpoint) const { return endpoint - first < count; }
};

/// Mask of classes of service: bit c for class c.
uint8_t class_mask(const std::vector<unsigned>& classes);
/// The entry of a class in a list that has one for each class, or one that serves all.
unsigned of_class(const std::vector<unsigned>& list, unsigned cos);

/// Section `ip.ingress` in octets and core cycles.
struct IpIngressParams : IpIngressConfig {
  IpIngressParams(const IpIngressConfig& section, unsigned core_mhz);

  unsigned buffer_bytes;                            ///< of each interface
  std::array<unsigned, kCosClasses> share_bytes{};  ///< of it, what a class may fill
  QosPlan pull_plan;         ///< between the classes whose packets may be sent
  Cycle rts_timeout;         ///< a packet without an answer for so long is given up; 0: never
  Cycle rts_state_lifetime;  ///< of a queue's window and congestion
  Cycle rts_max_hold;        ///< longest time that a packet is held for that window
  Cycle rts_probe_interval;  ///< between RTSs without credit
};

/// Section `ip.egress` in octets, cell slots and core cycles.
struct IpEgressParams : IpEgressConfig {
  IpEgressParams(const IpEgressConfig& section, unsigned core_mhz);

  unsigned buffer_slots;                         ///< cell slots of each egress port
  std::array<uint32_t, kEgressPorts> windows{};  ///< bytes outstanding at most, by egress port
  CtsPlan cts_plan;                              ///< between the classes of each egress port
  std::array<uint32_t, kCosClasses> drop_thresholds{};  ///< by class of service
  std::array<uint32_t, kCosClasses> mark_thresholds{};
  /// A packet that has not arrived for so long after its CTS is given up; 0: never.
  Cycle fetch_timeout;
};

/// Section `ip.mac` in core cycles.
struct IpMacParams : IpMacConfig {
  IpMacParams(const IpMacConfig& section, unsigned core_mhz);
  /// Levels of an ingress buffer at which a MAC stops its partner.
  PauseLimits limits(const IpIngressParams& ingress) const;

  /// From the last octet of a frame that stops the MAC to its being obeyed; 0 without flow control.
  Cycle response;
  Cycle cable;  ///< that a bit needs from one end to the other
};

/// Endpoint numbers of a chip's IP ports: the NIC's, then the MAC's, then the control processor's.
std::array<EndpointGroup, kIpInterfaces> ip_groups(const IpConfig& section);

/// Rates of the wires of a section's interfaces.
std::array<WireRate, kIpInterfaces> ip_rates(const IpConfig& section, unsigned core_mhz);

/// Section `ip` of a chip, and what follows from it and from the network.
struct IpParams : TerminalSide {
  IpParams() : IpParams(IpConfig(), 400) {}
  IpParams(const IpConfig& section, unsigned core_mhz);

  std::pmr::memory_resource* memory = std::pmr::get_default_resource();  ///< for the chip's state
  std::array<EndpointGroup, kIpInterfaces> groups;
  std::array<WireRate, kIpInterfaces> rates;
  uint8_t high_classes;      ///< mask of classes of service that use the VCs of high priority
  bool may_reorder = false;  ///< routes change, and with them the path of the RTSs of a flow
  bool carried;              ///< bytes are carried and compared
  bool tagged;               ///< packets leave in frames with a VLAN tag
  TimeToLive time_to_live;   ///< of packets that are forwarded; keep where bytes are not carried
  IpIngressParams ingress;
  IpEgressParams egress;
  IpMacParams mac;
  PauseLimits mac_pause;
  IpTraps traps;
};

/// Traffic classes of the IP path (docs/reference/assumptions.md), by cell and priority.
enum class IpCell : uint8_t { kRts = 0, kCts = 1, kCtd = 2, kData = 3 };  ///< cell types, too

constexpr unsigned traffic_class(IpCell cell, bool high) {
  const unsigned of_high = cell == IpCell::kRts ? 2 : cell == IpCell::kData ? 4 : 3;
  return high ? of_high : of_high + 5;
}

}  // namespace tinsim
