// SPDX-License-Identifier: Apache-2.0
// Pairs of TiNs between which IP packets travel both ways.
#include "platform/controller/in_band/installed_paths.h"

#include <algorithm>

#include "platform/controller/re/tin_intent.h"
#include "platform/network/routing/route_paths.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim::control {
namespace {

/// Links that both ends report as UP, by TiN.
std::vector<std::uint64_t> links_up(const CliquePlan& plan, const Nib& nib) {
  std::vector<std::uint64_t> own, both;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    own.push_back(reported_links(nib, tin).value_or(0) & plan.ports[tin].links());
  both = own;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    for (std::uint64_t left = own[tin]; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctzll(left));
      const PortInfo& link = plan.topology.chips[tin].ports[port];
      if ((own[link.peer_chip] >> link.peer_port & 1) == 0)
        both[tin] &= ~(std::uint64_t{1} << port);
    }
  }
  return both;
}

/// A port that is down takes no cell where another candidate is up.
RouteTable without_down(RouteTable table, std::uint64_t up) {
  auto rows = std::make_shared<RouteRows>(*table.routes);
  for (RouteEntry& entry : rows->entries)
    for (std::uint8_t& port : entry.minimal)
      if (port != kNoRoute && (up >> port & 1) == 0) port = kNoRoute;
  table.routes = std::move(rows);
  return table;
}

}  // namespace

void InstalledPaths::use(const Nib& nib) {
  nib_ = &nib;
  changes_ = std::make_unique<NibSubscription>(
      nib, std::vector<NibTable>{NibTable::kLinks, NibTable::kInstalledGroups,
                                 NibTable::kInstalledFlows});
  tables_.clear();
}

void InstalledPaths::refresh() {
  if (!tables_.empty() && !changes_->has_changes()) return;
  changes_->take();
  const std::vector<std::uint64_t> up = links_up(plan_, *nib_);
  tables_.clear();
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    tables_.push_back(
        without_down(table_of(plan_, tin, *nib_->read(block(NibTable::kInstalledGroups, tin)),
                              *nib_->read(block(NibTable::kInstalledFlows, tin))),
                     up[tin]));
  to_.assign(plan_.tins(), std::nullopt);
}

/// IPv4 alone: sessions use it.
bool InstalledPaths::has_ip_flow(std::size_t at, unsigned endpoint, std::size_t to) const {
  for (unsigned kind = 0; kind < plan_.ip_kinds.size(); ++kind) {
    if (plan_.ip_kinds[kind].number != endpoint) continue;
    const auto flows = nib_->find(block(NibTable::kInstalledIpFlows, at), 2 * kind);
    return flows && flows->at(to) == 1;
  }
  return false;
}

bool InstalledPaths::leads(std::size_t from, std::size_t to) {
  if (!to_[to]) {
    std::vector<const RouteTable*> held;
    for (const RouteTable& table : tables_) held.push_back(&table);
    to_[to] = chips_with_paths(plan_.topology, held, to);
  }
  return (*to_[to])[from];
}

bool InstalledPaths::join(std::size_t entry, std::size_t tin) {
  if (!has_ip_flow(entry, kCpuEport, tin) || !has_ip_flow(tin, kMacEport, entry)) return false;
  refresh();
  return leads(entry, tin) && leads(tin, entry);
}

}  // namespace tinsim::control
