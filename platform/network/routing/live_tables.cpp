// SPDX-License-Identifier: Apache-2.0
// Route tables of a Dragonfly after failures.
#include "platform/network/routing/live_tables.h"

#include <algorithm>
#include <utility>

#include "platform/network/topology/topology.h"
#include "rtl_models/parts/parity_sign.h"

namespace tinsim {
namespace {

constexpr uint8_t kFar = 255;

/// A cell in a chip: the chip, the class of its input port, and the VC phase of its next hop.
struct State {
  unsigned chip, cls, phase;
};

/// Where each chip's links lead, by states.
class Moves {
 public:
  Moves(const Topology& t, const LiveNetwork& live) : topology_(t), live_(live) {}

  static unsigned index(const State& s) {
    return (s.chip * kPortClasses + s.cls) * kVcPhases + s.phase;
  }
  static State state(unsigned i) {
    return {i / kVcPhases / kPortClasses, i / kVcPhases % kPortClasses, i % kVcPhases};
  }
  unsigned states() const {
    return static_cast<unsigned>(topology_.chips.size()) * kPortClasses * kVcPhases;
  }
  unsigned pod(unsigned chip) const { return topology_.chips[chip].pod; }
  bool is_live(unsigned chip, unsigned port) const { return live_.links(chip) >> port & 1; }

  /// The state behind a link; false if a cell may not take it from here.
  bool next(const State& s, unsigned port, State& to) const {
    const ChipInfo& here = topology_.chips[s.chip];
    const PortInfo& link = here.ports[port];
    if (link.kind == PortKind::kGlobal) {
      to = {link.peer_chip, kGlobalIn, s.phase + 1};
      return to.phase < kVcPhases;
    }
    const LinkType type = local_link_type(here.tin, topology_.chips[link.peer_chip].tin);
    to = {link.peer_chip, kLocalOddMinus + static_cast<unsigned>(type), s.phase};
    return s.cls < kLocalOddMinus ||
           local_turn_allowed(static_cast<LinkType>(s.cls - kLocalOddMinus), type);
  }
  template <class Fn>
  void for_each_next(const State& s, const Fn& fn) const {
    State to{};
    for (uint64_t left = live_.links(s.chip); left != 0; left &= left - 1) {
      const unsigned port = __builtin_ctzll(left);
      if (next(s, port, to)) fn(port, to);
    }
  }

 private:
  const Topology& topology_;
  const LiveNetwork& live_;
};

/// Links to a goal from every state, kFar where there is no way: to a chip inside its pod, to a pod
/// from anywhere.
class Distances {
 public:
  Distances(const Topology& t, const LiveNetwork& live) : moves_(t, live) {
    before_.resize(moves_.states());
    for (unsigned i = 0; i < moves_.states(); ++i) {
      moves_.for_each_next(Moves::state(i), [&](unsigned, const State& to) {
        auto& list = before_[Moves::index(to)];
        if (list.empty() || list.back() != i) list.push_back(i);  // lanes follow one another
      });
    }
    for (unsigned pod = 0; pod < t.pods; ++pod)
      to_pod_.push_back(measure([&](unsigned chip) { return moves_.pod(chip) == pod; }, nullptr));
    for (unsigned chip = 0; chip < t.chips.size(); ++chip)
      to_chip_.push_back(measure([&](unsigned c) { return c == chip; }, &chip));
  }

  const Moves& moves() const { return moves_; }
  unsigned to_pod(unsigned pod, const State& s) const { return to_pod_[pod][Moves::index(s)]; }
  unsigned to_chip(unsigned chip, const State& s) const { return to_chip_[chip][Moves::index(s)]; }

 private:
  /// Breadth first, backwards from all states of the goal; `inside`: a chip whose pod is not left.
  template <class IsGoal>
  std::vector<uint8_t> measure(const IsGoal& is_goal, const unsigned* inside) const {
    std::vector<uint8_t> links(moves_.states(), kFar);
    std::vector<unsigned> found;
    for (unsigned i = 0; i < links.size(); ++i) {
      if (!is_goal(Moves::state(i).chip)) continue;
      links[i] = 0;
      found.push_back(i);
    }
    for (std::size_t n = 0; n < found.size(); ++n) {
      for (unsigned from : before_[found[n]]) {
        if (links[from] != kFar) continue;
        if (inside != nullptr && moves_.pod(Moves::state(from).chip) != moves_.pod(*inside))
          continue;
        links[from] = static_cast<uint8_t>(links[found[n]] + 1);
        found.push_back(from);
      }
    }
    return links;
  }

  Moves moves_;
  std::vector<std::vector<unsigned>> before_;  ///< [state] from which one hop leads there
  std::vector<std::vector<uint8_t>> to_pod_, to_chip_;
};

/// The entries of one row, for one goal.
class RowRepair {
 public:
  /// `left_*`: links to the goal from a state, now and in the whole network.
  template <class Now, class Whole>
  static void repair(const Moves& moves, const State& s, const Now& left, const Whole& left_whole,
                     Candidates& minimal, Detours* detours) {
    const auto stays = [&](uint8_t port) {
      State to{};
      return port != kNoRoute && moves.is_live(s.chip, port) && moves.next(s, port, to) &&
             left(to) != kFar && left(to) == left_whole(to);
    };
    if (detours != nullptr) refill(*detours, kept(*detours, stays));
    std::vector<uint8_t> ports = kept(minimal, stays);
    if (ports.empty()) ports = shortest(moves, s, left);
    refill(minimal, ports);
  }

 private:
  template <class List, class Stays>
  static std::vector<uint8_t> kept(const List& list, const Stays& stays) {
    std::vector<uint8_t> ports;
    std::copy_if(list.begin(), list.end(), std::back_inserter(ports), stays);
    return ports;
  }
  template <class List>
  static void refill(List& list, const std::vector<uint8_t>& ports) {
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i] = ports.empty() ? kNoRoute : ports[i % ports.size()];
  }
  /// At most as many as an entry names; which ones differs from chip to chip.
  template <class Now>
  static std::vector<uint8_t> shortest(const Moves& moves, const State& s, const Now& left) {
    unsigned best = kFar;
    std::vector<uint8_t> ports;
    moves.for_each_next(s, [&](unsigned port, const State& to) {
      const unsigned links = left(to);
      if (links == kFar || links > best) return;
      if (links < best) ports.clear();
      best = links;
      ports.push_back(static_cast<uint8_t>(port));
    });
    if (ports.size() > kMinimalEntries) {
      std::rotate(ports.begin(), ports.begin() + s.chip * kMinimalEntries % ports.size(),
                  ports.end());
      ports.resize(kMinimalEntries);
    }
    return ports;
  }
};

/// [pod] the pods that live links lead to, as a mask.
std::vector<uint64_t> joined_pods(const Topology& t, const LiveNetwork& live) {
  std::vector<uint64_t> joined(t.pods);
  for (unsigned chip = 0; chip < t.chips.size(); ++chip) {
    for (uint64_t left = live.links(chip); left != 0; left &= left - 1) {
      const PortInfo& link = t.chips[chip].ports[__builtin_ctzll(left)];
      if (link.kind == PortKind::kGlobal)
        joined[t.chips[chip].pod] |= uint64_t{1} << t.chips[link.peer_chip].pod;
    }
  }
  return joined;
}

}  // namespace

std::vector<RouteTable> make_live_tables(const Topology& t, const std::vector<RouteTable>& original,
                                         const LiveNetwork& live) {
  const LiveNetwork whole_network(t);
  if (live == whole_network) return original;
  const Distances now(t, live), whole(t, whole_network);
  const auto joined = std::make_shared<const std::vector<uint64_t>>(joined_pods(t, live));
  std::vector<RouteTable> tables = original;
  for (unsigned chip = 0; chip < tables.size(); ++chip) {
    RouteTable& table = tables[chip];
    table.joined_pods = joined;
    auto rows = std::make_shared<RouteRows>(*table.routes);
    const auto repair = [&](unsigned row, const auto& left, const auto& left_whole) {
      for (unsigned cls = 0; cls < kPortClasses; ++cls)
        for (unsigned phase = 0; phase < kVcPhases; ++phase) {
          if (cls == kTerminalIn ? phase != 0 : cls == kGlobalIn && phase == 0) continue;
          const size_t place = rows->place(cls, phase, row);
          RouteEntry entry = rows->at(place);
          RowRepair::repair(now.moves(), {chip, cls, phase}, left, left_whole, entry.minimal,
                            rows->has_detours ? &entry.detours : nullptr);
          rows->set(place, entry);
        }
    };
    const ChipInfo& here = t.chips[chip];
    for (unsigned pod = 0; pod < t.pods; ++pod) {
      if (pod == here.pod) continue;
      repair(
          table.row(gnet_address(pod, 0, 0)), [&](const State& s) { return now.to_pod(pod, s); },
          [&](const State& s) { return whole.to_pod(pod, s); });
    }
    for (unsigned tin = 0; tin < t.tins_per_pod; ++tin) {
      if (tin == here.tin) continue;
      const unsigned goal = here.pod * t.tins_per_pod + tin;
      repair(
          table.row(gnet_address(here.pod, tin, 0)),
          [&](const State& s) { return now.to_chip(goal, s); },
          [&](const State& s) { return whole.to_chip(goal, s); });
    }
    if (!(*rows == *table.routes)) table.routes = std::move(rows);
  }
  return tables;
}

}  // namespace tinsim
