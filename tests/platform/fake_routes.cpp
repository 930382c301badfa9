// SPDX-License-Identifier: Apache-2.0
// Routes that registers of TiNs make up, and the pairs of TiNs that they join.
#include "tests/platform/fake_routes.h"

#include <algorithm>
#include <set>

namespace tinsim::control {
namespace {

RouteEntry empty_entry() {
  RouteEntry entry;
  entry.minimal.fill(kNoRoute);
  entry.detours.fill(kNoRoute);
  return entry;
}

}  // namespace

FakeRoutes::FakeRoutes(const CliquePlan& plan)
    : plan_(plan),
      entries_(plan.tins(), std::vector<RouteEntry>(kFlowsOfTin, empty_entry())),
      ports_(plan.tins(), std::vector<std::uint64_t>(kFlowsOfTin)),
      rows_(plan.tins()),
      classes_(plan.tins()),
      next_phase_(plan.tins()),
      forbidden_(plan.tins()),
      live_(plan.tins(), ~std::uint64_t{0}),
      joined_(plan.tins(), std::vector<bool>(plan.tins())),
      known_(plan.tins() * kPortClasses * kVcPhases) {}

void FakeRoutes::set_flow(std::size_t tin, unsigned number, const std::uint32_t* words) {
  RouteEntry entry;
  for (unsigned n = 0; n < kMinimalEntries + kDetourEntries; ++n) {
    const auto port = static_cast<std::uint8_t>(words[n / 4] >> 8 * (n % 4));
    (n < kMinimalEntries ? entry.minimal[n] : entry.detours[n - kMinimalEntries]) = port;
  }
  set_entry(tin, number, entry);
}

void FakeRoutes::set_entry(std::size_t tin, unsigned number, const RouteEntry& entry) {
  entries_[tin][number] = entry;
  std::uint64_t ports = 0;
  const auto add = [&ports](const auto& list) {
    for (const std::uint8_t port : list)
      if (port != kNoRoute) ports |= std::uint64_t{1} << (port & 63u);
  };
  add(entry.minimal);
  add(entry.detours);
  ports_[tin][number] = ports;
}

std::uint64_t FakeRoutes::outputs(std::size_t tin, unsigned in_port, unsigned phase) const {
  const unsigned port_class = classes_[tin][in_port];
  if (port_class >= kPortClasses || phase >= kVcPhases) return 0;
  std::uint64_t outputs = 0;
  for (unsigned row = 0; row < plan_.rows(); ++row)
    outputs |= ports_[tin][flow_number(port_class, phase, row)];
  return outputs & ~forbidden_[tin][in_port];
}

void FakeRoutes::set_tables(const std::vector<RouteTable>& tables) {
  for (std::size_t tin = 0; tin < tables.size(); ++tin) {
    const RouteTable& table = tables[tin];
    for (unsigned n = 0; n < rows_[tin].size(); ++n) rows_[tin][n] = (*table.row_of)[n];
    for (unsigned port = 0; port < PerPort<uint8_t>::kFirst; ++port)
      set_input(tin, port, table.port_class[port], table.phase_increment_ports >> port & 1);
    for (unsigned number = 0; number < kFlowsOfTin; ++number)
      if (flow_match(number).row < table.routes->rows)
        set_entry(tin, number, table.routes->at(place_of(*table.routes, number)));
  }
}

void FakeRoutes::set_input(std::size_t tin, unsigned port, unsigned port_class, bool next_phase) {
  classes_[tin][port] = static_cast<std::uint8_t>(port_class);
  const std::uint64_t bit = std::uint64_t{1} << port;
  next_phase_[tin] = next_phase ? next_phase_[tin] | bit : next_phase_[tin] & ~bit;
}

void FakeRoutes::set_live(const LiveNetwork& live) {
  for (unsigned tin = 0; tin < live_.size(); ++tin)
    live_[tin] = live.has_chip(tin) ? live.links(tin) : 0;
  for (std::size_t to = 0; to < joined_.size(); ++to) joined_[to] = joined_to(to);
}

bool FakeRoutes::leads(std::size_t tin, unsigned port_class, unsigned phase, std::size_t to) {
  if (tin == to) return true;
  if (phase >= kVcPhases || port_class >= kPortClasses) return false;
  Known& known = known_[(tin * kPortClasses + port_class) * kVcPhases + phase];
  if (known != Known::kNo) return known == Known::kLeads;
  known = Known::kVisited;  // a route that returns here does not end
  const bool leads = leads_over_all(tin, port_class, phase, to);
  known_[(tin * kPortClasses + port_class) * kVcPhases + phase] =
      leads ? Known::kLeads : Known::kEnds;
  return leads;
}

/// Whether every output that a cell may take leads to the TiN, and there is one. Outputs that are
/// forbidden to some inputs of the class count for the others.
bool FakeRoutes::leads_over_all(std::size_t tin, unsigned port_class, unsigned phase,
                                std::size_t to) {
  const unsigned row = rows_[tin][plan_.topology.address(static_cast<unsigned>(to)) >> 6];
  const std::uint64_t ports = ports_[tin][flow_number(port_class, phase, row)] & live_[tin];
  for (std::uint64_t left = ports; left != 0; left &= left - 1) {
    const unsigned port = __builtin_ctzll(left);
    const PortInfo& link = plan_.topology.chips[tin].ports[port];
    const std::size_t next = link.peer_chip;
    const bool is_next = next_phase_[next] >> link.peer_port & 1;
    if (!leads(next, classes_[next][link.peer_port], phase + is_next, to)) return false;
  }
  return ports != 0;
}

std::vector<bool> FakeRoutes::joined_to(std::size_t to) {
  std::fill(known_.begin(), known_.end(), Known::kNo);
  std::vector<bool> joined(joined_.size());
  for (std::size_t from = 0; from < joined.size(); ++from)
    joined[from] = leads(from, kTerminalIn, 0, to);
  return joined;
}

std::vector<std::size_t> FakeRoutes::broken_by(std::size_t tin, unsigned row) {
  std::vector<std::size_t> broken;
  for (std::size_t to = 0; to < joined_.size(); ++to) {
    if (rows_[tin][plan_.topology.address(static_cast<unsigned>(to)) >> 6] != row) continue;
    const std::vector<bool> before = joined_[to];
    joined_[to] = joined_to(to);
    for (std::size_t from = 0; from < before.size(); ++from)
      if (before[from] && !joined_[to][from]) broken.push_back(from * joined_.size() + to);
  }
  return broken;
}

std::vector<bool> FakeRoutes::on_the_way(std::size_t from, std::size_t to) const {
  std::vector<bool> tins(joined_.size());
  std::set<std::array<std::size_t, 3>> seen = {{from, kTerminalIn, 0}};
  std::vector<std::array<std::size_t, 3>> pending(seen.begin(), seen.end());
  while (!pending.empty()) {
    const auto [tin, port_class, phase] = pending.back();
    pending.pop_back();
    tins[tin] = true;
    if (tin == to || phase >= kVcPhases) continue;
    const unsigned row = rows_[tin][plan_.topology.address(static_cast<unsigned>(to)) >> 6];
    const unsigned number =
        flow_number(static_cast<unsigned>(port_class), static_cast<unsigned>(phase), row);
    for (std::uint64_t left = ports_[tin][number] & live_[tin]; left != 0; left &= left - 1) {
      const PortInfo& link = plan_.topology.chips[tin].ports[__builtin_ctzll(left)];
      const std::array<std::size_t, 3> next = {
          link.peer_chip, classes_[link.peer_chip][link.peer_port],
          phase_after(link.peer_chip, link.peer_port, static_cast<unsigned>(phase))};
      if (seen.insert(next).second) pending.push_back(next);
    }
  }
  return tins;
}

std::vector<RouteTable> FakeRoutes::tables() const {
  std::vector<RouteTable> tables = plan_.original;
  for (std::size_t tin = 0; tin < tables.size(); ++tin) {
    auto rows = std::make_shared<RouteRows>(*tables[tin].routes);
    for (unsigned number = 0; number < kFlowsOfTin; ++number)
      if (flow_match(number).row < rows->rows)
        rows->set(place_of(*rows, number), entries_[tin][number]);
    tables[tin].routes = std::move(rows);
  }
  return tables;
}

}  // namespace tinsim::control
