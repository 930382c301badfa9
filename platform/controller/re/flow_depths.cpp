// SPDX-License-Identifier: Apache-2.0
// How many links the cells of each flow still cross.
#include "platform/controller/re/flow_depths.h"

#include <algorithm>

namespace tinsim::control {
namespace {

class Depths {
 public:
  Depths(const Topology& topology, const std::vector<RouteTable>& tables)
      : topology_(topology),
        tables_(tables),
        known_(tables.size(), std::vector<std::uint8_t>(kFlowsOfTin, kUnknown)) {}

  unsigned of(unsigned tin, unsigned number) {
    std::uint8_t& known = known_[tin][number];
    if (known != kUnknown) return known;
    known = 0;  // states that no cell reaches may lead back here
    const FlowMatch match = flow_match(number);
    const RouteRows& rows = *tables_[tin].routes;
    const RouteEntry& entry = rows.at(place_of(rows, number));
    unsigned depth = 0;
    for (const std::uint8_t port : entry.minimal) depth = std::max(depth, over(tin, match, port));
    if (rows.has_detours)
      for (const std::uint8_t port : entry.detours) depth = std::max(depth, over(tin, match, port));
    known_[tin][number] = static_cast<std::uint8_t>(depth);
    return depth;
  }

 private:
  static constexpr std::uint8_t kUnknown = 0xff;

  /// Links from a TiN on, the first of them at this port.
  unsigned over(unsigned tin, const FlowMatch& match, std::uint8_t port) {
    if (port == kNoRoute) return 0;
    const PortInfo& link = topology_.chips[tin].ports[port];
    if (link.kind != PortKind::kLocal && link.kind != PortKind::kGlobal) return 0;
    const RouteTable& next = tables_[link.peer_chip];
    const unsigned phase = next.phase_after(link.peer_port, match.phase);
    if (phase >= kVcPhases) return 1;
    const unsigned port_class = next.port_class[link.peer_port];
    const unsigned pod = topology_.chips[tin].pod, to = topology_.chips[link.peer_chip].pod;
    const unsigned tins = topology_.tins_per_pod;
    const auto beyond = [&](unsigned row) {
      return of(link.peer_chip, flow_number(port_class, phase, row));
    };
    if (match.row < tins) return 1 + (to == pod ? beyond(match.row) : 0);
    const unsigned goal = (pod + match.row - tins) % topology_.pods;
    if (to != goal) return 1 + beyond(tins + (goal + topology_.pods - to) % topology_.pods);
    unsigned depth = 0;
    for (unsigned row = 0; row < tins; ++row) depth = std::max(depth, beyond(row));
    return 1 + depth;
  }

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  std::vector<std::vector<std::uint8_t>> known_;
};

}  // namespace

std::vector<std::vector<std::uint8_t>> flow_depths(const Topology& topology,
                                                   const std::vector<RouteTable>& tables) {
  Depths depths(topology, tables);
  std::vector<std::vector<std::uint8_t>> all(tables.size());
  for (unsigned tin = 0; tin < tables.size(); ++tin) {
    all[tin].resize(kFlowsOfTin);
    for (unsigned number = 0; number < all[tin].size(); ++number)
      if (flow_match(number).row < tables[tin].routes->rows)
        all[tin][number] = static_cast<std::uint8_t>(depths.of(tin, number));
  }
  return all;
}

}  // namespace tinsim::control
