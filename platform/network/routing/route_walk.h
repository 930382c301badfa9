// SPDX-License-Identifier: Apache-2.0
// Next hops of a cell: the choices that the tables offer in each state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// A cell at the input of a chip. A channel is named by where its link ends, so a state that was
/// entered over a link is that link's channel.
struct WalkState {
  unsigned chip;
  unsigned in_port;
  unsigned phase;
};

/// Where a cell is on its way to: a chip, or a pod or chip that it only passes through.
struct WalkGoal {
  unsigned number;  ///< chip, or number of chips + pod or chip that is passed
  bool is_pod;
  unsigned pod;
  uint16_t address;
  bool is_via_chip = false;
};

/// Outputs that a cell may take; `ahead`: outputs that it takes in the first phase of its way to
/// the target, though it is in a phase before that.
struct WalkOutputs {
  PortSet ports;
  PortSet ahead;
};

/// Calls fn for each port of a set. Most sets have ports below 64 only.
template <class Fn>
void for_each_port(const PortSet& set, const Fn& fn) {
  for (unsigned first = 0; first < PortSet::kPorts; first += 64)
    for (std::uint64_t left = set >> first; left != 0; left &= left - 1)
      fn(first + static_cast<unsigned>(__builtin_ctzll(left)));
}

class RouteWalk {
 public:
  using AllTables = std::vector<const std::vector<RouteTable>*>;

  /// `changing`: cells follow any of the tables at any chip, and need not find a route.
  RouteWalk(const Topology& topology, const AllTables& all, bool changing);

  const Topology& topology() const { return topology_; }
  bool changing() const { return changing_; }
  /// Whether cells pass through pods that are drawn for them.
  bool over_pods() const { return over_pods_; }
  /// Whether cells pass through chips that are drawn for them.
  bool over_chips() const { return over_chips_; }
  /// Whether cells may also start for a chip of another pod by themselves.
  bool starts_direct() const;
  /// Links that a cell can cross: each chip takes one from its hop count, and none may find zero.
  unsigned max_links() const { return tables_[0].initial_hop - 1u; }
  /// Chips with hosts.
  const std::vector<unsigned>& targets() const { return targets_; }
  /// The first eight states without an output, in words.
  std::vector<std::string>& faults() { return faults_; }

  size_t states() const { return topology_.chips.size() * stride_ * phases_; }
  size_t index(const WalkState& s) const {
    return (size_t{s.chip} * stride_ + s.in_port) * phases_ + s.phase;
  }
  WalkState state(size_t i) const {
    return {static_cast<unsigned>(i / phases_ / stride_),
            static_cast<unsigned>(i / phases_ % stride_), static_cast<unsigned>(i % phases_)};
  }
  WalkGoal chip_goal(unsigned chip) const;
  WalkGoal pod_goal(unsigned pod) const;
  WalkGoal via_goal(unsigned chip) const;
  unsigned pod_of(unsigned chip) const { return topology_.chips[chip].pod; }
  bool is_at_goal(const WalkState& s, const WalkGoal& goal) const {
    if (goal.is_pod) return pod_of(s.chip) == goal.pod;
    return s.chip == (goal.is_via_chip ? goal.number - topology_.chips.size() : goal.number);
  }
  std::string chip_name(unsigned chip) const;
  bool is_link(unsigned chip, unsigned port) const {
    const auto& ports = topology_.chips[chip].ports;
    return port < ports.size() &&
           (ports[port].kind == PortKind::kLocal || ports[port].kind == PortKind::kGlobal);
  }

  /// The links that the tables offer; reports unusable ones.
  WalkOutputs usable_outputs(const WalkState& s, const WalkGoal& goal);
  /// Where a cell is after leaving `s` by `out`. Precondition: is_link(s.chip, out).
  WalkState next(const WalkState& s, unsigned out) const {
    const PortInfo& link = topology_.chips[s.chip].ports[out];
    return {link.peer_chip, link.peer_port, tables_[s.chip].phase_after(s.in_port, s.phase)};
  }
  /// The same for an output of WalkOutputs::ahead.
  WalkState next_ahead(unsigned chip, unsigned out) const {
    const PortInfo& link = topology_.chips[chip].ports[out];
    return {link.peer_chip, link.peer_port, std::max(1u, first_leg_)};
  }
  template <class Fn>
  void for_each_next(const WalkState& s, const WalkOutputs& outputs, const Fn& fn) const {
    for_each_port(outputs.ports, [&](unsigned port) { fn(next(s, port)); });
    for_each_port(outputs.ahead, [&](unsigned port) { fn(next_ahead(s.chip, port)); });
  }
  /// Calls fn once for each way in which a cell can start at a chip: terminal ports of one class
  /// have the same routes.
  template <class Fn>
  void for_each_terminal(unsigned chip, const Fn& fn) const {
    unsigned classes_done = 0;
    for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
      if (topology_.chips[chip].ports[port].kind != PortKind::kTerminal) continue;
      const unsigned cls = 1u << tables_[chip].port_class[port];
      if (!(classes_done & cls)) fn(WalkState{chip, port, 0});
      classes_done |= cls;
    }
  }

  /// Reports endpoints that are not delivered to their ports.
  void check_terminals();
  /// Reports a delivery for which the phases do not suffice: it is in the phase after the last
  /// link.
  void check_delivery(const WalkState& s);

 private:
  void report(std::string text) {
    if (faults_.size() < 8) faults_.push_back(std::move(text));
  }
  const std::vector<PortSet>& ports_named_by(const AllTables& all, unsigned chip);

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;  // for all but the candidates
  bool changing_;
  unsigned phases_;
  unsigned stride_;     ///< places of a chip's ports
  unsigned first_leg_;  ///< phases before those of the way to the target
  bool over_pods_, over_chips_ = false;
  std::vector<unsigned> targets_;
  /// The ports that the entries of these rows name.
  std::map<std::vector<const RouteRows*>, std::vector<PortSet>> ports_of_;
  std::vector<const std::vector<PortSet>*> named_;  // [chip]
  std::vector<PortSet> links_;                      // [chip] ports with a link
  std::vector<std::string> faults_;
};

}  // namespace tinsim
