// SPDX-License-Identifier: Apache-2.0
// How many links a cell can cross where failures change tables and send it onto escape VCs.
#include "platform/network/routing/escape_hops.h"

#include <algorithm>

#include "platform/network/routing/route_walk.h"
#include "platform/network/topology/topology.h"
#include "rtl_models/parts/islip.h"

namespace tinsim {
namespace {

constexpr unsigned kLayers = 2;

/// Longest ways to one goal after the other. All recursions end because there is no cycle.
class LongestWay {
 public:
  LongestWay(const Topology& topology, const RouteWalk::AllTables& tables,
             const std::vector<const EscapeRoutes*>& escapes)
      : walk_(topology, tables, true),
        tables_(tables),
        escapes_(escapes),
        by_tables_(walk_.states()),
        by_escape_(topology.chips.size() * kMaxPorts * kLayers) {}

  unsigned find() {
    unsigned longest = 0;
    for (unsigned target : walk_.targets()) {
      const WalkGoal goal = walk_.chip_goal(target);
      for (unsigned chip : walk_.targets()) {
        if (chip == target) continue;
        walk_.for_each_terminal(
            chip, [&](const WalkState& s) { longest = std::max(longest, left(s, goal)); });
      }
    }
    return longest;
  }

 private:
  /// Result for one state.
  struct Known {
    unsigned goal = ~0u;
    unsigned links = 0;
  };

  unsigned left(const WalkState& s, const WalkGoal& goal) {
    if (walk_.is_at_goal(s, goal)) return 0;
    Known& known = by_tables_[walk_.index(s)];
    if (known.goal == goal.number) return known.links;
    unsigned longest = 0;
    for (std::size_t i = 0; i < escapes_.size(); ++i)
      if (may_escape(s, goal, i))
        longest = std::max(longest, by_options(s.chip, s.in_port, 0, goal.number, *escapes_[i]));
    walk_.for_each_next(s, walk_.usable_outputs(s, goal), [&](const WalkState& to) {
      longest = std::max(longest, 1 + left(to, goal));
    });
    known = {goal.number, longest};
    return longest;
  }

  /// With the tables of these escape routes a cell has no candidate, now or after one of the later
  /// changes.
  bool may_escape(const WalkState& s, const WalkGoal& goal, std::size_t i) const {
    const RouteTable& table = (*tables_[i + 1])[s.chip];
    const unsigned phase = table.phase_after(s.in_port, s.phase);
    if (phase >= table.vc_phases) return false;
    uint64_t ports = 0;
    for (uint8_t port : table.minimal(s.in_port, phase, goal.address))
      if (port != kNoRoute) ports |= uint64_t{1} << port;
    return std::any_of(
        escapes_.begin() + static_cast<std::ptrdiff_t>(i), escapes_.end(),
        [&](const EscapeRoutes* later) { return (ports & later->live().links(s.chip)) == 0; });
  }

  unsigned escape_left(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) {
    if (chip == goal) return 0;
    Known& known = by_escape_[(chip * kMaxPorts + in_port) * kLayers + vc - kEscapeVc];
    if (known.goal != goal) known = {goal, longest_escape(chip, in_port, vc, goal)};
    return known.links;
  }

  unsigned longest_escape(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) {
    unsigned longest = 0;
    for (const EscapeRoutes* escape : escapes_)
      longest = std::max(longest, by_options(chip, in_port, vc, goal, *escape));
    return longest;
  }

  unsigned by_options(unsigned chip, unsigned in_port, unsigned vc, unsigned goal,
                      const EscapeRoutes& escape) {
    unsigned longest = 0;
    const EscapeRoutes::Options options = escape.options(chip, in_port, vc, goal);
    for (unsigned layer = 0; layer < kLayers; ++layer) {
      for (uint64_t ports = options.ports[layer]; ports != 0; ports &= ports - 1) {
        const PortInfo& link = walk_.topology().chips[chip].ports[__builtin_ctzll(ports)];
        longest = std::max(
            longest, 1 + escape_left(link.peer_chip, link.peer_port, kEscapeVc + layer, goal));
      }
    }
    return longest;
  }

  RouteWalk walk_;
  RouteWalk::AllTables tables_;
  const std::vector<const EscapeRoutes*>& escapes_;
  std::vector<Known> by_tables_;  ///< [state]
  std::vector<Known> by_escape_;  ///< [channel of an escape VC]
};

}  // namespace

unsigned longest_path(const Topology& topology,
                      const std::vector<const std::vector<RouteTable>*>& tables,
                      const std::vector<const EscapeRoutes*>& escapes) {
  return LongestWay(topology, tables, escapes).find();
}

}  // namespace tinsim
