// SPDX-License-Identifier: Apache-2.0
// Units of a Clique that are drained, replaced or added together.
#include "platform/controller/operations/units.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/controller/re/tin_intent.h"

namespace tinsim::control {
namespace {

/// A cell in a TiN: class of its input, and phase of its next hop.
struct State {
  unsigned tin, port_class, phase;
};

class Crossings {
 public:
  Crossings(const CliquePlan& plan, const Nib& nib)
      : plan_(plan), is_crossed_(plan.tins()), seen_(plan.tins() * kPortClasses * kVcPhases) {
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
      units_.push_back(drained_unit(nib, tin));
      tables_.push_back(table_of(plan, tin, *nib.read(block(NibTable::kInstalledGroups, tin)),
                                 *nib.read(block(NibTable::kInstalledFlows, tin))));
    }
  }

  std::vector<std::size_t> all() {
    for (unsigned to = 0; to < plan_.tins(); ++to) follow(to);
    std::vector<std::size_t> crossed;
    for (std::size_t tin = 0; tin < is_crossed_.size(); ++tin)
      if (is_crossed_[tin]) crossed.push_back(tin);
    return crossed;
  }

 private:
  /// Cells for a TiN from all TiNs that are not drained.
  void follow(unsigned to) {
    std::fill(seen_.begin(), seen_.end(), false);
    for (unsigned from = 0; from < plan_.tins(); ++from)
      if (from != to && units_[from] == kNotDrained) visit({from, kTerminalIn, 0});
    while (!pending_.empty()) {
      const State at = pending_.back();
      pending_.pop_back();
      leave(at, to);
    }
  }
  void visit(const State& at) {
    if (at.phase >= kVcPhases) return;
    const std::size_t index = (at.tin * kPortClasses + at.port_class) * kVcPhases + at.phase;
    if (seen_[index]) return;
    seen_[index] = true;
    pending_.push_back(at);
  }
  void leave(const State& at, unsigned to) {
    if (units_[at.tin] != kNotDrained && units_[at.tin] != units_[to]) is_crossed_[at.tin] = true;
    const RouteTable& table = tables_[at.tin];
    const unsigned row = table.row(plan_.topology.address(to));
    const RouteEntry& entry = table.routes->at(
        table.routes->place(at.port_class, std::min(at.phase, table.routes->phases - 1), row));
    for (const std::uint8_t port : entry.minimal) follow_port(at, port, to);
    if (table.routes->has_detours)
      for (const std::uint8_t port : entry.detours) follow_port(at, port, to);
  }
  void follow_port(const State& at, std::uint8_t port, unsigned to) {
    if (port == kNoRoute) return;
    const PortInfo& link = plan_.topology.chips[at.tin].ports[port];
    if (link.peer_chip == to) return;
    const RouteTable& next = tables_[link.peer_chip];
    visit({link.peer_chip, next.port_class[link.peer_port],
           next.phase_after(link.peer_port, at.phase)});
  }

  const CliquePlan& plan_;
  std::vector<std::uint16_t> units_;
  std::vector<RouteTable> tables_;
  std::vector<bool> is_crossed_, seen_;
  std::vector<State> pending_;
};

}  // namespace

std::vector<std::size_t> pod_tins(const CliquePlan& plan, unsigned pod) {
  std::vector<std::size_t> tins;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    if (plan.topology.chips[tin].pod == pod) tins.push_back(tin);
  if (tins.empty())
    throw ConfigError(fmt::format("pod {}: expected 0 to {}", pod, plan.topology.pods - 1));
  return tins;
}

std::vector<std::size_t> line_card_tins(const CliquePlan& plan, std::size_t tin) {
  const ChipInfo& chip = plan.topology.chips.at(tin);
  const std::size_t first = tin - chip.tin % kTinsOfLineCard;
  std::vector<std::size_t> tins;
  for (std::size_t n = first; n < std::min(first + kTinsOfLineCard, plan.tins()); ++n)
    if (plan.topology.chips[n].pod == chip.pod) tins.push_back(n);
  return tins;
}

NibWrite drain_write(std::size_t tin, std::uint16_t unit) {
  return {block(NibTable::kDrains, tin), 0,
          unit == kNotDrained ? std::nullopt : std::optional(bytes16(unit))};
}

std::vector<std::size_t> crossed_tins(const CliquePlan& plan, const Nib& nib) {
  return Crossings(plan, nib).all();
}

}  // namespace tinsim::control
