// SPDX-License-Identifier: Apache-2.0
// Route tables of a network given as a graph, after failures.
#include "platform/network/routing/graph_live_tables.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "platform/network/routing/spread.h"
#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

constexpr uint16_t kFar = 0xffff;

/// A cell in a chip: the chip, the class of its input port, and the VC phase of its next hop, 0 if
/// entries do not distinguish phases.
struct GraphState {
  unsigned chip, cls, phase;
};

/// The hops that cells may make, and how many are left to a target.
class LiveHops {
 public:
  LiveHops(const Topology& t, const NextHops& hops, const std::vector<RouteTable>& tables,
           const LiveNetwork& live)
      : topology_(t),
        hops_(hops),
        tables_(tables),
        live_(live),
        classes_(hops.classes()),
        phases_(tables[0].routes->phases) {
    before_.resize(t.chips.size() * classes_ * phases_);
    left_.resize(before_.size());
    for (unsigned i = 0; i < before_.size(); ++i)
      for_each_next(state(i), [&](unsigned, unsigned to) { before_[to].push_back(i); });
  }

  /// From now on all questions are about cells for this chip.
  void aim(unsigned target) {
    std::fill(left_.begin(), left_.end(), kFar);
    std::vector<unsigned> found;
    for (unsigned i = index({target, 0, 0}); i < index({target + 1, 0, 0}); ++i) {
      left_[i] = 0;
      found.push_back(i);
    }
    for (std::size_t n = 0; n < found.size(); ++n) {
      for (unsigned from : before_[found[n]]) {
        if (left_[from] != kFar) continue;
        left_[from] = static_cast<uint16_t>(left_[found[n]] + 1);
        found.push_back(from);
      }
    }
  }
  /// Links that begin a shortest way from there.
  std::vector<uint8_t> ports(const GraphState& s) const {
    std::vector<uint8_t> ports;
    const unsigned here = left_[index(s)];
    if (here == kFar) return ports;
    for_each_next(s, [&](unsigned port, unsigned to) {
      if (left_[to] + 1u == here) ports.push_back(static_cast<uint8_t>(port));
    });
    return ports;
  }
  template <class Fn>
  void for_each_state_of(unsigned chip, const Fn& fn) const {
    for (unsigned i = index({chip, 0, 0}); i < index({chip + 1, 0, 0}); ++i) fn(state(i));
  }

 private:
  unsigned index(const GraphState& s) const {
    return (s.chip * classes_ + s.cls) * phases_ + s.phase;
  }
  GraphState state(unsigned i) const {
    return {i / phases_ / classes_, i / phases_ % classes_, i % phases_};
  }
  template <class Fn>
  void for_each_next(const GraphState& s, const Fn& fn) const {
    for (uint64_t left = live_.links(s.chip); left != 0; left &= left - 1) {
      const unsigned port = __builtin_ctzll(left);
      const PortInfo& link = topology_.chips[s.chip].ports[port];
      if (!hops_.may_turn(s.chip, s.cls, link)) continue;
      const RouteTable& there = tables_[link.peer_chip];
      const unsigned rise =
          phases_ == 1 ? 0 : unsigned(there.phase_increment_ports >> link.peer_port & 1);
      if (s.phase + rise >= phases_) continue;
      fn(port, index({link.peer_chip, there.port_class[link.peer_port], s.phase + rise}));
    }
  }

  const Topology& topology_;
  const NextHops& hops_;
  const std::vector<RouteTable>& tables_;
  const LiveNetwork& live_;
  unsigned classes_, phases_;
  std::vector<std::vector<unsigned>> before_;  ///< [state] from which one hop leads there
  std::vector<uint16_t> left_;                 ///< [state] links to the target
};

}  // namespace

std::vector<RouteTable> make_live_graph_tables(const Topology& t, const NextHops& hops,
                                               const std::vector<RouteTable>& frames,
                                               const LiveNetwork& live) {
  LiveHops moves(t, hops, frames, live);
  std::vector<std::shared_ptr<RouteRows>> rows;
  for (const RouteTable& table : frames) rows.push_back(std::make_shared<RouteRows>(*table.routes));
  for (unsigned target : chips_with_hosts(t)) {
    moves.aim(target);
    const uint16_t address = gnet_address(t.chips[target].pod, t.chips[target].tin, 0);
    for (unsigned chip = 0; chip < t.chips.size(); ++chip) {
      if (chip == target) continue;
      const unsigned row = frames[chip].row(address);
      moves.for_each_state_of(chip, [&](const GraphState& s) {
        rows[chip]->set_minimal(rows[chip]->place(s.cls, s.phase, row),
                                spread<Candidates>(moves.ports(s), 8 * row + chip));
      });
    }
  }
  std::vector<RouteTable> tables = frames;
  for (unsigned chip = 0; chip < tables.size(); ++chip)
    if (!(*rows[chip] == *tables[chip].routes)) tables[chip].routes = std::move(rows[chip]);
  return tables;
}

}  // namespace tinsim
