// SPDX-License-Identifier: Apache-2.0
// Tables of a network in which some TiNs are drained.
#include "platform/controller/re/drained_tables.h"

#include <algorithm>

#include "platform/network/routing/live_tables.h"

namespace tinsim::control {
namespace {

/// Pods with a TiN that works and is not drained.
std::vector<bool> open_pods(const Topology& topology, const LiveNetwork& live,
                            const std::vector<bool>& drained) {
  std::vector<bool> open(topology.pods);
  for (unsigned tin = 0; tin < topology.chips.size(); ++tin)
    if (!drained[tin] && live.has_chip(tin)) open[topology.chips[tin].pod] = true;
  return open;
}

/// Without links of the TiNs that `applies` to: all, or the global ones alone.
template <class Applies>
LiveNetwork without_links(const Topology& topology, const LiveNetwork& live, bool all,
                          const Applies& applies) {
  LiveNetwork left = live;
  for (unsigned tin = 0; tin < topology.chips.size(); ++tin) {
    const auto& ports = topology.chips[tin].ports;
    for (unsigned port = 0; applies(tin) && port < ports.size(); ++port)
      if (ports[port].kind == PortKind::kGlobal || (all && ports[port].kind == PortKind::kLocal))
        left.fail_link({static_cast<uint16_t>(tin), static_cast<uint8_t>(port)});
  }
  return left;
}

bool has_route(const RouteRows& rows, unsigned row) {
  const auto& minimal = rows.at(rows.place(kTerminalIn, 0, row)).minimal;
  return std::any_of(minimal.begin(), minimal.end(), [](uint8_t port) { return port != kNoRoute; });
}

void copy_row(const RouteRows& from, unsigned row, RouteRows& to) {
  for (unsigned port_class = 0; port_class < kPortClasses; ++port_class)
    for (unsigned phase = 0; phase < from.phases; ++phase) {
      const std::size_t place = from.place(port_class, phase, row);
      to.set(place, from.at(place));
    }
}

}  // namespace

std::vector<RouteTable> make_drained_tables(const Topology& topology,
                                            const std::vector<RouteTable>& original,
                                            const LiveNetwork& live,
                                            const std::vector<bool>& drained) {
  if (std::find(drained.begin(), drained.end(), true) == drained.end())
    return make_live_tables(topology, original, live);
  const std::vector<bool> open = open_pods(topology, live, drained);
  const auto is_drained = [&](unsigned tin) { return drained[tin]; };
  const auto has_neighbours = [&](unsigned tin) {
    return drained[tin] && open[topology.chips[tin].pod];
  };
  const auto transit =
      make_live_tables(topology, original, without_links(topology, live, true, is_drained));
  auto tables =
      make_live_tables(topology, original, without_links(topology, live, false, has_neighbours));
  for (unsigned tin = 0; tin < tables.size(); ++tin) {
    if (drained[tin]) continue;
    for (unsigned to = 0; to < tables.size(); ++to) {
      const unsigned row = tables[tin].row(topology.address(to));
      const bool is_own_pod = topology.chips[to].pod == topology.chips[tin].pod;
      const bool is_for_drained = is_own_pod ? drained[to] : !open[topology.chips[to].pod];
      if (to == tin || is_for_drained || !has_route(*transit[tin].routes, row)) continue;
      copy_row(*transit[tin].routes, row, tables[tin].edit());
    }
  }
  return tables;
}

}  // namespace tinsim::control
