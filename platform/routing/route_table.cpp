// SPDX-License-Identifier: Apache-2.0
// Table-based routing: for each chip, port class and destination row, eight candidate ports.
#include "platform/routing/route_table.h"

#include <algorithm>

#include "platform/routing/graph_tables.h"
#include "platform/routing/scheme.h"
#include "platform/routing/spread.h"
#include "rtl_models/parts/parity_sign.h"

namespace tinsim {
namespace {

using Ports = std::vector<uint8_t>;

/// The link ports of one chip, by where they lead.
struct Exits {
  std::vector<Ports> to_tin;  ///< lanes to each TiN of the own pod
  std::vector<Ports> to_pod;  ///< own global links to each pod
};

Exits exits_of(const Topology& t, const ChipInfo& chip) {
  Exits exits{std::vector<Ports>(t.tins_per_pod), std::vector<Ports>(t.pods)};
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    const PortInfo& info = chip.ports[port];
    const ChipInfo& peer = t.chips[info.peer_chip];
    if (info.kind == PortKind::kLocal) exits.to_tin[peer.tin].push_back(port);
    if (info.kind == PortKind::kGlobal) exits.to_pod[peer.pod].push_back(port);
  }
  return exits;
}

PortClass class_of(const Topology& t, const ChipInfo& chip, const PortInfo& port) {
  if (port.kind == PortKind::kGlobal) return kGlobalIn;
  if (port.kind != PortKind::kLocal) return kTerminalIn;
  const LinkType arrival = local_link_type(t.chips[port.peer_chip].tin, chip.tin);
  return static_cast<PortClass>(kLocalOddMinus + static_cast<unsigned>(arrival));
}

/// Minimal routes of one pod's chips: at most local, global, local.
class MinimalRoutes {
 public:
  MinimalRoutes(const Topology& t, unsigned pod) : pod_(pod), tins_(t.tins_per_pod) {
    for (unsigned tin = 0; tin < tins_; ++tin)
      exits_.push_back(exits_of(t, t.chips[pod * tins_ + tin]));
  }

  Candidates to_tin(unsigned from, PortClass in, unsigned to) const {
    const bool arrived_in_pod = in == kTerminalIn || in == kGlobalIn;
    if (from == to || !arrived_in_pod) return spread({}, 0);
    return spread(exits_[from].to_tin[to], 8 * in + from + to);
  }

  Candidates to_pod(unsigned from, PortClass in, unsigned pod) const {
    if (pod == pod_ || in == kGlobalIn) return spread({}, 0);
    const Ports& own = exits_[from].to_pod[pod];
    if (!own.empty()) return spread(own, 8 * in + from + pod);
    if (in != kTerminalIn) return spread({}, 0);
    return spread(lanes_to_owners(from, pod), 8 * rank_among_poor(from, pod) + pod);
  }

 private:
  /// One item per copy and lane. All copies come once before any comes again, and neighbours use
  /// different lanes, so that any stretch is even over the copies first and the lanes second.
  Ports lanes_to_owners(unsigned from, unsigned pod) const {
    std::vector<unsigned> owner_of_copy;
    for (unsigned tin = 0; tin < tins_; ++tin)
      owner_of_copy.insert(owner_of_copy.end(), exits_[tin].to_pod[pod].size(), tin);
    Ports items;
    if (owner_of_copy.empty()) return items;
    const size_t copies = owner_of_copy.size();
    const size_t lanes = exits_[from].to_tin[owner_of_copy[0]].size();
    for (size_t k = 0; k < copies * lanes; ++k) {
      const size_t copy = k % copies;
      items.push_back(exits_[from].to_tin[owner_of_copy[copy]][(k / copies + copy + pod) % lanes]);
    }
    return items;
  }

  /// Number of `from` among the TiNs that hold no link to the pod: their entries share its links.
  unsigned rank_among_poor(unsigned from, unsigned pod) const {
    return static_cast<unsigned>(
        std::count_if(exits_.begin(), exits_.begin() + from,
                      [pod](const Exits& exits) { return exits.to_pod[pod].empty(); }));
  }

  unsigned pod_, tins_;
  std::vector<Exits> exits_;  // by TiN
};

/// Everything but the entries: what the ports are, and which row serves which address.
RouteTable make_frame(const Topology& t, const ChipInfo& chip) {
  RouteTable table;
  table.self = gnet_address(chip.pod, chip.tin, 0) >> 6;
  table.terminal_port.fill(kNoRoute);
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    const PortInfo& info = chip.ports[port];
    table.port_class[port] = class_of(t, chip, info);
    if (info.kind == PortKind::kGlobal) table.phase_increment_ports |= uint64_t{1} << port;
    if (info.kind == PortKind::kTerminal) table.terminal_port[info.endpoint] = port;
  }
  table.rows = t.tins_per_pod + t.pods;
  table.row_of.assign(1 << 10, t.tins_per_pod + chip.pod);  // the own pod as a pod: no routes
  for (const ChipInfo& other : t.chips)
    table.row_of[gnet_address(other.pod, other.tin, 0) >> 6] =
        other.pod == chip.pod ? other.tin : t.tins_per_pod + other.pod;
  return table;
}

}  // namespace

std::vector<RouteTable> make_route_tables(const PlatformConfig& config, const Topology& t) {
  const RoutePlan plan = plan_routes(config, t);
  if (plan.scheme != Scheme::kPods) return make_graph_tables(config, t, plan);
  std::vector<RouteTable> tables;
  for (unsigned pod = 0; pod < t.pods; ++pod) {
    const MinimalRoutes routes(t, pod);
    for (unsigned tin = 0; tin < t.tins_per_pod; ++tin) {
      RouteTable table = make_frame(t, t.chips[tables.size()]);
      for (unsigned in = 0; in < kPortClasses; ++in) {
        const auto cls = static_cast<PortClass>(in);
        for (unsigned to = 0; to < t.tins_per_pod; ++to)
          table.entry.push_back(routes.to_tin(tin, cls, to));
        for (unsigned to = 0; to < t.pods; ++to) table.entry.push_back(routes.to_pod(tin, cls, to));
      }
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

}  // namespace tinsim
