// SPDX-License-Identifier: Apache-2.0
// Routing tables of networks given as a graph, from what a routing scheme says.
#include "platform/routing/graph_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "platform/errors.h"
#include "platform/routing/dimension_order.h"
#include "platform/routing/shortest_path.h"
#include "platform/routing/spread.h"
#include "platform/routing/up_down.h"
#include "platform/topology/fat_tree.h"
#include "tlm/gnet/cell.h"

namespace tinsim {
namespace {

constexpr unsigned kMostHops = 31;  ///< five bits of the header

std::unique_ptr<NextHops> hops_of(const TopologyConfig& config, const Topology& topology,
                                  Scheme scheme) {
  if (scheme == Scheme::kDimensionOrder)
    return std::make_unique<DimensionOrder>(topology, config.dims);
  if (scheme == Scheme::kHopVc) return std::make_unique<ShortestPaths>(topology);
  const auto chips = static_cast<unsigned>(topology.chips.size());
  return std::make_unique<UpDown>(
      topology, config.kind == "fat_tree"
                    ? fat_tree_ranks(chips, fat_tree_width(config.arity, config.levels))
                    : tree_ranks(topology));
}

/// Everything but the entries. Row 0 has no routes: it is for addresses that nothing has.
RouteTable make_frame(const Topology& t, unsigned chip, const NextHops& hops,
                      const std::vector<unsigned>& targets) {
  RouteTable table;
  table.self = gnet_address(t.chips[chip].pod, t.chips[chip].tin, 0) >> 6;
  table.terminal_port.fill(kNoRoute);
  for (unsigned port = 0; port < t.chips[chip].ports.size(); ++port) {
    const PortInfo& info = t.chips[chip].ports[port];
    if (info.kind == PortKind::kTerminal)
      table.terminal_port[info.endpoint] = static_cast<uint8_t>(port);
  }
  for_each_link(t, chip, [&](unsigned port, const PortInfo& link) {
    table.port_class[port] = static_cast<uint8_t>(hops.port_class(chip, link));
    if (hops.next_phase(chip, link)) table.phase_increment_ports |= uint64_t{1} << port;
  });
  table.rows = static_cast<unsigned>(targets.size()) + 1;
  table.row_of.assign(1 << 10, 0);
  for (unsigned row = 1; row < table.rows; ++row) {
    const ChipInfo& target = t.chips[targets[row - 1]];
    table.row_of[gnet_address(target.pod, target.tin, 0) >> 6] = static_cast<uint16_t>(row);
  }
  table.entry.assign(size_t{hops.classes()} * table.rows, spread({}, 0));
  return table;
}

}  // namespace

std::vector<RouteTable> tables_of(const Topology& t, NextHops& hops, unsigned vc_phases) {
  const std::vector<unsigned> targets = chips_with_hosts(t);
  std::vector<RouteTable> tables;
  for (unsigned chip = 0; chip < t.chips.size(); ++chip)
    tables.push_back(make_frame(t, chip, hops, targets));
  unsigned longest = 0;
  for (unsigned row = 1; row <= targets.size(); ++row) {
    hops.aim(targets[row - 1]);
    for (unsigned src : targets) longest = std::max(longest, hops.links_left(src));
    for (unsigned chip = 0; chip < t.chips.size(); ++chip)
      for (unsigned in = 0; in < hops.classes(); ++in)
        if (chip != targets[row - 1])
          tables[chip].entry[in * tables[chip].rows + row] =
              spread(hops.ports(chip, in), 8 * row + chip);
  }
  if (longest + 1 > kMostHops)
    throw ConfigError(
        fmt::format("routing: a route of {} links; expected at most {}, which is "
                    "what the hop count of a cell can tell",
                    longest, kMostHops - 1));
  for (RouteTable& table : tables) {
    table.vc_phases = vc_phases;
    table.initial_hop = static_cast<uint8_t>(std::max(unsigned{kInitialHop}, longest + 1));
  }
  return tables;
}

std::vector<RouteTable> make_graph_tables(const PlatformConfig& config, const Topology& topology,
                                          const RoutePlan& plan) {
  const auto hops = hops_of(config.topology, topology, plan.scheme);
  return tables_of(topology, *hops, plan.vcs.phases);
}

}  // namespace tinsim
