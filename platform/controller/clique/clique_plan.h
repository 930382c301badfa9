// SPDX-License-Identifier: Apache-2.0
// Static plan of a Clique that all instances of its controller have: wiring, port classes, tables
// of the whole network, addresses.
#pragma once

#include <memory>

#include "platform/controller/clique/port_classes.h"
#include "platform/controller/nib/records.h"
#include "tlm/ethernet/address.h"
#include "tlm/tin/routing/edited_routes.h"

namespace tinsim::control {

/// IP addresses of one kind, one for each TiN: of the hosts with one number, of the control
/// processors, or of MACs. A subnet of them has an indexed group: its member n is for the address
/// of TiN n.
struct IpKind {
  std::uint8_t number = 0;    ///< last part of the address
  std::uint8_t endpoint = 0;  ///< of the GNet address
};

struct CliquePlan {
  /// `external`: routes to outside of the Clique for which a TiN keeps registers, fewer if it has
  /// fewer left. `has_macs`: MACs have IP addresses, too, as the controller is behind some. Throws
  /// ConfigError for networks without registers for their tables, and for modes over random pods or
  /// chips.
  explicit CliquePlan(const PlatformConfig& config, unsigned external = 0, bool has_macs = false);

  std::size_t tins() const { return topology.chips.size(); }
  /// IPv4 and IPv6 for each kind; 0 without IP path.
  unsigned subnets() const { return 2 * static_cast<unsigned>(ip_kinds.size()); }
  /// Address of a TiN in a subnet: 2 * kind, 1 more for IPv6.
  IpAddress address(unsigned subnet, std::size_t tin) const;
  /// GNet address behind it.
  std::uint16_t gnet(unsigned subnet, std::size_t tin) const;
  /// Registers of external routes, behind those of the Clique's own addresses.
  struct Span {
    std::uint32_t first = 0, end = 0;
  };
  Span external_entries() const;  ///< registers ip.entry
  Span external_members() const;  ///< registers ip.member
  /// Rows of the tables.
  unsigned rows() const { return original[0].routes->rows; }

  Topology topology;
  std::vector<RouteTable> original;  ///< by TiN
  RouteParams params;
  std::vector<PortClasses> ports;  ///< by TiN
  std::vector<IpKind> ip_kinds;
  std::uint8_t mac_endpoint = 0;  ///< by which packets leave on a TiN's Ethernet
  unsigned external_routes = 0;   ///< for which there are registers at most
  /// By TiN: registers of its tables but the flows, by their addresses. Others have their reset
  /// values.
  std::vector<Records> setup;
};

// Numbers of flows: those of registers route.entry.
constexpr unsigned flow_number(unsigned port_class, unsigned phase, unsigned row) {
  return (port_class * kVcPhases + phase) * EditedRoutes::kRows + row;
}
/// GNet flows of a TiN.
constexpr unsigned kFlowsOfTin = flow_number(kPortClasses, 0, 0);
struct FlowMatch {
  unsigned port_class, phase, row;
};
constexpr FlowMatch flow_match(unsigned number) {
  return {number / EditedRoutes::kRows / kVcPhases, number / EditedRoutes::kRows % kVcPhases,
          number % EditedRoutes::kRows};
}
/// Place of a flow in the rows of a table. Precondition: the rows have its row.
inline std::size_t place_of(const RouteRows& rows, unsigned number) {
  const FlowMatch match = flow_match(number);
  return rows.place(match.port_class, std::min(match.phase, rows.phases - 1), match.row);
}

}  // namespace tinsim::control
