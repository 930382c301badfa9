// SPDX-License-Identifier: Apache-2.0
// Routing tables of networks given as a graph, from a routing scheme.
#include "platform/network/routing/graph_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/errors.h"
#include "platform/config/platform_config.h"
#include "platform/network/routing/dimension_order.h"
#include "platform/network/routing/graph_live_tables.h"
#include "platform/network/routing/route_params.h"
#include "platform/network/routing/shortest_path.h"
#include "platform/network/routing/spread.h"
#include "platform/network/routing/up_down.h"
#include "platform/network/topology/fat_tree.h"
#include "tlm/gnet/cell.h"

namespace tinsim {
namespace {

constexpr unsigned kMaxHops = 31;  ///< five bits of the header

std::unique_ptr<NextHops> hops_of(const TopologyConfig& config, const Topology& topology,
                                  Scheme scheme, bool changing = false) {
  if (scheme == Scheme::kDimensionOrder)
    return std::make_unique<DimensionOrder>(topology, config, changing);
  if (scheme == Scheme::kHopVc) return std::make_unique<ShortestPaths>(topology);
  const auto chips = static_cast<unsigned>(topology.chips.size());
  return std::make_unique<UpDown>(
      topology, config.kind == TopologyKind::fat_tree
                    ? fat_tree_ranks(chips, fat_tree_width(config.arity, config.levels))
                    : tree_ranks(topology));
}

/// Row 0 has no routes: it is for addresses that nothing has.
std::shared_ptr<const RowMap> row_map(const Topology& t, const std::vector<unsigned>& targets) {
  const auto rows = std::make_shared<RowMap>(t.endpoint_bits);
  for (unsigned row = 1; row <= targets.size(); ++row)
    (*rows)[t.address(targets[row - 1]) >> t.endpoint_bits] = static_cast<uint16_t>(row);
  return rows;
}

/// Everything but the entries: the kinds of the ports.
RouteTable make_frame(const Topology& t, unsigned chip, const NextHops& hops) {
  RouteTable table;
  table.endpoint_bits = t.endpoint_bits;
  table.self = static_cast<uint16_t>(t.address(chip) >> t.endpoint_bits);
  table.pods = t.pods;
  table.terminal_port.fill(kNoTerminal);
  for (unsigned port = 0; port < t.chips[chip].ports.size(); ++port) {
    const PortInfo& info = t.chips[chip].ports[port];
    if (info.kind == PortKind::kTerminal)
      table.terminal_port[info.endpoint] = static_cast<uint16_t>(port);
  }
  for_each_link(t, chip, [&](unsigned port, const PortInfo& link) {
    const PortSet bit = PortSet::of(port);
    table.port_class[port] = static_cast<uint8_t>(hops.port_class(chip, link));
    if (hops.next_phase(chip, link)) table.phase_increment_ports |= bit;
    if (link.kind == PortKind::kGlobal) table.global_ports |= bit;
  });
  return table;
}

/// The hop count that new cells need, at least that of the GNet.
uint8_t initial_hop(unsigned longest_route) {
  if (longest_route + 1 > kMaxHops)
    throw ConfigError(
        fmt::format("routing: a route of {} links; expected at most {}, which is "
                    "the maximum of a cell's hop count",
                    longest_route, kMaxHops - 1));
  return static_cast<uint8_t>(std::max(unsigned{kInitialHop}, longest_route + 1));
}

/// Fills the rows of one chip; equal entries are stored once.
class ChipRows {
 public:
  explicit ChipRows(RouteRows rows) : rows_(std::move(rows)) {
    numbers_.emplace(key_of(rows_.entries[0].minimal), uint16_t{0});
  }

  /// Gives all phases of a class the same minimal candidates.
  void set(unsigned port_class, unsigned row, const Candidates& candidates) {
    const auto [found, is_new] =
        numbers_.try_emplace(key_of(candidates), static_cast<uint16_t>(rows_.entries.size()));
    if (is_new) {
      if (rows_.entries.size() > UINT16_MAX)
        throw std::length_error("a chip has more than 65536 different routes");
      RouteEntry entry = rows_.entries[0];
      entry.minimal = candidates;
      rows_.entries.push_back(entry);
    }
    for (unsigned phase = 0; phase < rows_.phases; ++phase)
      rows_.index[rows_.place(port_class, phase, row)] = found->second;
  }
  std::shared_ptr<const RouteRows> take() {
    return std::make_shared<const RouteRows>(std::move(rows_));
  }

 private:
  static uint64_t key_of(const Candidates& candidates) {
    uint64_t key = 0;
    for (uint8_t port : candidates) key = key << 8 | port;
    return key;
  }

  RouteRows rows_;
  std::unordered_map<uint64_t, uint16_t> numbers_;  ///< in rows_.entries, by candidates
};

/// Row t + 1 of each chip is that of target t. Returns the links of the longest route. Several
/// targets at a time, so that the rows of a chip come into the cache once for them.
unsigned fill_rows(const std::vector<unsigned>& targets, NextHops& hops,
                   std::vector<ChipRows>& rows) {
  constexpr unsigned kBatch = 16;
  const auto chips = static_cast<unsigned>(rows.size()), classes = hops.classes();
  const auto count = static_cast<unsigned>(targets.size());
  std::vector<Candidates> batch(size_t{kBatch} * chips * classes);
  unsigned longest = 0;
  for (unsigned first = 0; first < count; first += kBatch) {
    const unsigned end = std::min(first + kBatch, count);
    auto to = batch.begin();
    for (unsigned t = first; t < end; ++t) {
      hops.aim(targets[t]);
      for (unsigned src : targets) longest = std::max(longest, hops.links_left(src));
      for (unsigned chip = 0; chip < chips; ++chip)
        for (unsigned in = 0; in < classes; ++in, ++to)
          if (chip != targets[t])
            *to = spread<Candidates>(hops.ports(chip, in), 8 * (t + 1) + chip);
    }
    for (unsigned chip = 0; chip < chips; ++chip)
      for (unsigned t = first; t < end; ++t)
        for (unsigned in = 0; in < classes && chip != targets[t]; ++in)
          rows[chip].set(in, t + 1, batch[(size_t{t - first} * chips + chip) * classes + in]);
  }
  return longest;
}

}  // namespace

std::vector<RouteTable> tables_of(const Topology& t, NextHops& hops, RouteMode mode,
                                  const VcLayout& vcs, unsigned entry_phases) {
  const std::vector<unsigned> targets = chips_with_hosts(t);
  const auto row_count = static_cast<unsigned>(targets.size()) + 1;
  const auto chips = static_cast<unsigned>(t.chips.size());
  std::vector<ChipRows> rows(chips,
                             ChipRows(RouteRows(row_count, false, entry_phases, hops.classes())));
  unsigned longest = fill_rows(targets, hops, rows);
  if (vcs.first_leg != 0) longest *= 2;
  const uint8_t hop = initial_hop(longest);
  const auto row_of = row_map(t, targets);
  std::vector<RouteTable> tables;
  for (unsigned chip = 0; chip < chips; ++chip) {
    RouteTable& table = tables.emplace_back(make_frame(t, chip, hops));
    table.mode = mode;
    table.vc_phases = vcs.phases;
    table.first_leg_phases = vcs.first_leg;
    table.vc_phase = phases_of_vcs(vcs.stride);
    table.initial_hop = hop;
    table.row_of = row_of;
    table.routes = rows[chip].take();
  }
  return tables;
}

std::vector<RouteTable> make_graph_tables(const PlatformConfig& config, const Topology& topology,
                                          const RoutePlan& plan) {
  const auto hops = hops_of(config.topology, topology, plan.scheme);
  return tables_of(topology, *hops, config.routing.mode, plan.vcs);
}

std::unique_ptr<NextHops> changing_hops(const PlatformConfig& config, const Topology& topology) {
  return hops_of(config.topology, topology, plan_routes(config, topology).scheme, true);
}

std::vector<RouteTable> make_changing_graph_tables(const PlatformConfig& config,
                                                   const Topology& topology) {
  const RoutePlan plan = plan_routes(config, topology);
  const auto hops = changing_hops(config, topology);
  const auto frames = tables_of(topology, *hops, config.routing.mode, plan.vcs,
                                plan.scheme == Scheme::kHopVc ? plan.vcs.phases : 1);
  return make_live_graph_tables(topology, *hops, frames, LiveNetwork(topology));
}

std::optional<TooLongRoute> too_long_route(const PlatformConfig& config, const Topology& topology) {
  const RoutePlan plan = plan_routes(config, topology);
  const unsigned ways = plan.vcs.first_leg != 0 ? 2 : 1;  // to a chip, and from there on
  TooLongRoute longest{0, 0, 0, kMaxHops - 1};
  if (plan.scheme == Scheme::kHopVc && ways * host_diameter(topology) <= longest.max_links)
    return {};
  const auto hops = hops_of(config.topology, topology, plan.scheme);
  const std::vector<unsigned> targets = chips_with_hosts(topology);
  for (unsigned to : targets) {
    hops->aim(to);
    for (unsigned from : targets)
      if (ways * hops->links_left(from) > longest.links)
        longest = {from, to, ways * hops->links_left(from), longest.max_links};
  }
  if (longest.links <= longest.max_links) return {};
  return longest;
}

}  // namespace tinsim
