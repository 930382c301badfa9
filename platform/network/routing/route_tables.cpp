// SPDX-License-Identifier: Apache-2.0
// Table-based routing: the tables of all chips, shared by chips with equal views of the network.
#include "platform/network/routing/route_tables.h"

#include <memory>
#include <utility>

#include "platform/config/platform_config.h"
#include "platform/network/routing/graph_tables.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/routing/route_rows.h"
#include "platform/network/routing/scheme.h"
#include "rtl_models/parts/parity_sign.h"

namespace tinsim {
namespace {

PortClass class_of(const Topology& t, const ChipInfo& chip, const PortInfo& port) {
  if (port.kind == PortKind::kGlobal) return kGlobalIn;
  if (port.kind != PortKind::kLocal) return kTerminalIn;
  const LinkType arrival = local_link_type(t.chips[port.peer_chip].tin, chip.tin);
  return static_cast<PortClass>(kLocalOddMinus + static_cast<unsigned>(arrival));
}

/// Rows by distance, so that pods with equal wiring have the same tables.
RowMap row_map(const Topology& t, unsigned pod) {
  RowMap rows(t.endpoint_bits);
  rows.fill(static_cast<uint16_t>(t.tins_per_pod));  // the own pod as a pod: no routes
  for (const ChipInfo& other : t.chips)
    rows[gnet_address(other.pod, other.tin, 0, t.endpoint_bits) >> t.endpoint_bits] =
        static_cast<uint16_t>(
            other.pod == pod ? other.tin : t.tins_per_pod + (other.pod + t.pods - pod) % t.pods);
  return rows;
}

/// Lanes to the chip at the other end of a port.
PortSet lanes_back(const ChipInfo& chip, const PortInfo& from) {
  PortSet lanes;
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    const PortInfo& info = chip.ports[port];
    if (info.kind == PortKind::kLocal && info.peer_chip == from.peer_chip)
      lanes |= PortSet::of(port);
  }
  return lanes;
}

/// Everything but the entries: the kinds of the ports.
RouteTable make_frame(const Topology& t, const ChipInfo& chip, RouteMode mode) {
  RouteTable table;
  table.mode = mode;
  table.self = static_cast<uint16_t>(gnet_address(chip.pod, chip.tin, 0, t.endpoint_bits) >>
                                     t.endpoint_bits);
  table.endpoint_bits = t.endpoint_bits;
  table.pods = t.pods;
  table.terminal_port.fill(kNoTerminal);
  if (chip.ports.size() > table.forbidden_outputs.size())
    table.forbidden_outputs.resize(chip.ports.size());
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    const PortInfo& info = chip.ports[port];
    table.port_class[port] = class_of(t, chip, info);
    if (info.kind == PortKind::kGlobal) table.global_ports |= PortSet::of(port);
    if (info.kind == PortKind::kTerminal)
      table.terminal_port[info.endpoint] = static_cast<uint16_t>(port);
    if (info.kind == PortKind::kLocal && has_detours(mode))
      table.forbidden_outputs[port] = lanes_back(chip, info);
  }
  table.phase_increment_ports = table.global_ports;
  return table;
}

/// The rows of the pods' chips; pods whose links have the same destinations share them.
class SharedRows {
 public:
  explicit SharedRows(RouteFreedom freedom) : freedom_(freedom) {}

  using Pod = std::vector<std::shared_ptr<const RouteRows>>;
  const Pod& rows_of(std::vector<Exits> exits) {
    for (const auto& [known, rows] : pods_)
      if (known == exits) return rows;
    const PodRoutes routes(exits, freedom_);
    Pod rows;
    for (unsigned tin = 0; tin < exits.size(); ++tin)
      rows.push_back(std::make_shared<const RouteRows>(routes.rows_of(tin)));
    pods_.emplace_back(std::move(exits), std::move(rows));
    return pods_.back().second;
  }

 private:
  RouteFreedom freedom_;
  std::vector<std::pair<std::vector<Exits>, Pod>> pods_;
};

}  // namespace

std::vector<RouteTable> make_route_tables(const PlatformConfig& config, const Topology& t) {
  const RoutePlan plan = plan_routes(config, t);
  if (plan.scheme != Scheme::kPods) return make_graph_tables(config, t, plan);
  const RouteMode mode = config.routing.mode;
  SharedRows shared({mode, config.routing.local_detours == LocalDetours::every_pod,
                     config.routing.minimal_copies == MinimalCopies::all});
  std::vector<RouteTable> tables;
  for (unsigned pod = 0; pod < t.pods; ++pod) {
    std::vector<Exits> exits;
    for (unsigned tin = 0; tin < t.tins_per_pod; ++tin)
      exits.push_back(exits_of(t, t.chips[pod * t.tins_per_pod + tin]));
    const SharedRows::Pod& rows = shared.rows_of(std::move(exits));
    const auto row_of = std::make_shared<const RowMap>(row_map(t, pod));
    for (unsigned tin = 0; tin < t.tins_per_pod; ++tin) {
      tables.push_back(make_frame(t, t.chips[tables.size()], mode));
      tables.back().row_of = row_of;
      tables.back().routes = rows[tin];
    }
  }
  return tables;
}

}  // namespace tinsim
