// SPDX-License-Identifier: Apache-2.0
// Next hops of a cell: the choices that the tables offer in each state.
#include "platform/network/routing/route_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

/// [place] the ports that the candidates name.
std::vector<PortSet> named_ports(const RouteRows& rows) {
  std::vector<PortSet> ports(rows.places());
  const auto add = [](PortSet& set, const auto& list) {
    for (unsigned port : list)
      if (port != kNoRoute) set |= PortSet::of(port);
  };
  for (size_t i = 0; i < ports.size(); ++i) add(ports[i], rows.minimal(i));
  for (size_t i = 0; rows.has_detours && i < ports.size(); ++i) add(ports[i], *rows.detours(i));
  return ports;
}

}  // namespace

RouteWalk::RouteWalk(const Topology& topology, const AllTables& all, bool changing)
    : topology_(topology),
      tables_(*all[0]),
      changing_(changing),
      phases_(tables_[0].vc_phases),
      stride_(topology.port_stride()),
      first_leg_(tables_[0].first_leg_phases),
      over_pods_(has_via_pods(tables_[0].mode) && topology.pods > 2 && first_leg_ == 0) {
  for (const HostInfo& host : topology.hosts)
    if (targets_.empty() || targets_.back() != host.chip) targets_.push_back(host.chip);
  over_chips_ = first_leg_ != 0 && targets_.size() > 2;
  for (unsigned chip = 0; chip < tables_.size(); ++chip) {
    named_.push_back(&ports_named_by(all, chip));
    links_.emplace_back();
    for (unsigned port = 0; port < topology.chips[chip].ports.size(); ++port)
      if (is_link(chip, port)) links_.back() |= PortSet::of(port);
  }
}

const std::vector<PortSet>& RouteWalk::ports_named_by(const AllTables& all, unsigned chip) {
  std::vector<const RouteRows*> rows;
  for (const auto* tables : all) {
    const RouteRows* more = (*tables)[chip].routes.get();
    if (std::find(rows.begin(), rows.end(), more) == rows.end()) rows.push_back(more);
  }
  std::vector<PortSet>& ports = ports_of_[rows];
  if (!ports.empty()) return ports;
  for (const RouteRows* some : rows) {
    const std::vector<PortSet> named = named_ports(*some);
    ports.resize(named.size());
    for (size_t i = 0; i < named.size(); ++i) ports[i] |= named[i];
  }
  return ports;
}

bool RouteWalk::starts_direct() const {
  return !over_pods_ || changing_ || tables_[0].mode == RouteMode::ugal_l;
}

WalkGoal RouteWalk::chip_goal(unsigned chip) const {
  return {chip, false, topology_.chips[chip].pod, topology_.address(chip)};
}

WalkGoal RouteWalk::pod_goal(unsigned pod) const {
  return {static_cast<unsigned>(topology_.chips.size()) + pod, true, pod, gnet_address(pod, 0, 0)};
}

WalkGoal RouteWalk::via_goal(unsigned chip) const {
  WalkGoal goal = chip_goal(chip);
  goal.number += static_cast<unsigned>(topology_.chips.size());
  goal.is_via_chip = true;
  return goal;
}

std::string RouteWalk::chip_name(unsigned chip) const {
  return fmt::format("pod {} tin {}", topology_.chips[chip].pod, topology_.chips[chip].tin);
}

void RouteWalk::check_terminals() {
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip)
    for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
      const PortInfo& info = topology_.chips[chip].ports[port];
      if (info.kind == PortKind::kTerminal && tables_[chip].terminal_port[info.endpoint] != port)
        report(fmt::format("{}: endpoint {} is not delivered to its port {}", chip_name(chip),
                           info.endpoint, port));
    }
}

void RouteWalk::check_delivery(const WalkState& s) {
  if (tables_[s.chip].phase_after(s.in_port, s.phase) >= phases_)
    report(fmt::format("{} port {} vc {}: delivery needs more than {} VC phases", chip_name(s.chip),
                       s.in_port, s.phase, phases_));
}

WalkOutputs RouteWalk::usable_outputs(const WalkState& s, const WalkGoal& goal) {
  const RouteTable& table = tables_[s.chip];
  const auto where = [&] {
    const auto chips = static_cast<unsigned>(topology_.chips.size());
    const std::string to =
        goal.is_pod ? fmt::format("pod {}", goal.pod) : chip_name(goal.number % chips);
    return fmt::format("{} port {} vc {} towards {}", chip_name(s.chip), s.in_port, s.phase, to);
  };
  const unsigned phase = table.phase_after(s.in_port, s.phase);
  const unsigned phases = goal.is_via_chip ? first_leg_ : phases_;
  if (phase >= phases) {
    report(where() + fmt::format(": needs more than {} VC phases", phases));
    return {};
  }
  // A second leg begins as at a terminal.
  const bool begins = !goal.is_via_chip && phase < first_leg_;
  const size_t place = begins
                           ? table.routes->place(kTerminalIn, first_leg_, table.row(goal.address))
                           : table.place(s.in_port, phase, goal.address);
  PortSet ports = (*named_[s.chip])[place] & table.permitted_outputs(s.in_port);
  for_each_port(ports & ~links_[s.chip], [&](unsigned wrong) {
    report(where() + fmt::format(": port {} leads nowhere", wrong));
  });
  if (ports == 0 && !changing_) report(where() + ": no route");
  ports &= links_[s.chip];
  const bool decided = table.mode == RouteMode::ugal_l && first_leg_ == 0 && !goal.is_pod &&
                       phase == 0 && pod_of(s.chip) != goal.pod;
  return decided || begins ? WalkOutputs{{}, ports} : WalkOutputs{ports, {}};
}

}  // namespace tinsim
