// SPDX-License-Identifier: Apache-2.0
// Deadlock proof: the channel dependency graph of the built tables has no cycle, and every route
// arrives.
#include "platform/routing/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "platform/errors.h"
#include "platform/routing/escape_proof.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 64;

/// A cell at the input of a chip. A channel is named by where its link ends, so a state that was
/// entered over a link is that link's channel.
struct State {
  unsigned chip;
  unsigned in_port;
  unsigned phase;
};

/// [place] the ports that the candidates name.
std::vector<uint64_t> named_ports(const RouteRows& rows) {
  std::vector<uint64_t> ports(rows.minimal.size());
  const auto add = [](uint64_t& mask, const auto& list) {
    for (unsigned port : list)
      if (port != kNoRoute) mask |= uint64_t{1} << (port & 63u);
  };
  for (size_t i = 0; i < ports.size(); ++i) add(ports[i], rows.minimal[i]);
  for (size_t i = 0; i < rows.detours.size(); ++i) add(ports[i], rows.detours[i]);
  return ports;
}

/// Where a cell is on its way to: a chip, or a pod that it only passes through.
struct Goal {
  unsigned number;  ///< chip, or number of chips + pod
  bool is_pod;
  unsigned pod;
  uint16_t address;
};

using AllTables = std::vector<const std::vector<RouteTable>*>;

class Prover {
 public:
  /// `changing`: cells follow any of the tables at any chip, and need not find a route.
  Prover(const Topology& topology, const AllTables& all, bool changing)
      : topology_(topology),
        tables_(*all[0]),
        changing_(changing),
        phases_(tables_[0].vc_phases),
        over_pods_(has_via_pods(tables_[0].mode) && topology.pods > 2),
        wanted_(topology.chips.size() * kPorts * phases_),
        occupied_(wanted_.size()),
        seen_for_(wanted_.size()),
        links_left_(wanted_.size()),
        links_beyond_(wanted_.size()) {
    proof_.most_links = tables_[0].initial_hop - 1u;
    for (const HostInfo& host : topology.hosts)
      if (targets_.empty() || targets_.back() != host.chip) targets_.push_back(host.chip);
    for (unsigned chip = 0; chip < tables_.size(); ++chip) {
      named_.push_back(&ports_named_by(all, chip));
      links_.push_back(0);
      for (unsigned port = 0; port < topology.chips[chip].ports.size(); ++port)
        links_.back() |= uint64_t{is_link(chip, port)} << port;
    }
  }

  DeadlockProof run() {
    check_terminals();
    for (unsigned pod = 0; over_pods_ && pod < topology_.pods; ++pod) explore(pod_goal(pod));
    for (unsigned dst : targets_) explore(chip_goal(dst));
    if (changing_ && over_pods_) explore_changes_of_mind();
    count();
    find_cycle();
    // Cells that change their mind are few, and their hop count is their own guard.
    const bool bounded = !changing_ || !over_pods_;
    if (bounded && proof_.cycle.empty() && proof_.unreachable.empty()) measure_longest();
    return std::move(proof_);
  }

 private:
  /// Outputs that a cell may take; `ahead`: those that take it a phase further at once.
  struct Outputs {
    uint64_t ports = 0;
    uint64_t ahead = 0;
  };

  size_t index(const State& s) const {
    return (size_t{s.chip} * kPorts + s.in_port) * phases_ + s.phase;
  }
  State state(size_t i) const {
    return {static_cast<unsigned>(i / phases_ / kPorts),
            static_cast<unsigned>(i / phases_ % kPorts), static_cast<unsigned>(i % phases_)};
  }
  Goal chip_goal(unsigned chip) const {
    const ChipInfo& info = topology_.chips[chip];
    return {chip, false, info.pod, gnet_address(info.pod, info.tin, 0)};
  }
  Goal pod_goal(unsigned pod) const {
    return {static_cast<unsigned>(topology_.chips.size()) + pod, true, pod,
            gnet_address(pod, 0, 0)};
  }
  bool is_there(const State& s, const Goal& goal) const {
    return goal.is_pod ? topology_.chips[s.chip].pod == goal.pod : s.chip == goal.number;
  }
  std::string chip_name(unsigned chip) const {
    return fmt::format("pod {} tin {}", topology_.chips[chip].pod, topology_.chips[chip].tin);
  }
  void report(std::string text) {
    if (proof_.unreachable.size() < 8) proof_.unreachable.push_back(std::move(text));
  }

  bool is_link(unsigned chip, unsigned port) const {
    const auto& ports = topology_.chips[chip].ports;
    return port < ports.size() &&
           (ports[port].kind == PortKind::kLocal || ports[port].kind == PortKind::kGlobal);
  }
  /// Where a cell is after leaving `s` by `out`. Precondition: is_link(s.chip, out).
  State next(const State& s, unsigned out, unsigned ahead = 0) const {
    const PortInfo& link = topology_.chips[s.chip].ports[out];
    return {link.peer_chip, link.peer_port,
            tables_[s.chip].phase_after(s.in_port, s.phase) + ahead};
  }
  template <class Fn>
  void for_each_next(const State& s, const Outputs& outputs, const Fn& fn) const {
    for (uint64_t left = outputs.ports; left != 0; left &= left - 1)
      fn(next(s, __builtin_ctzll(left)));
    for (uint64_t left = outputs.ahead; left != 0; left &= left - 1)
      fn(next(s, __builtin_ctzll(left), 1));
  }

  const std::vector<uint64_t>& ports_named_by(const AllTables& all, unsigned chip);
  void explore_changes_of_mind();
  void check_terminals();
  void check_delivery(const State& s);
  void explore(const Goal& goal);
  Outputs usable_outputs(const State& s, const Goal& goal);
  void count();
  void find_cycle();
  void name_cycle(const std::vector<size_t>& path, size_t first);
  void measure_longest();
  unsigned links_to(const State& s, const Goal& goal);

  /// Calls fn once for each way in which a cell can start at a chip: terminal ports of one class
  /// have the same routes.
  template <class Fn>
  void for_each_terminal(unsigned chip, const Fn& fn) const {
    unsigned classes_done = 0;
    for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
      if (topology_.chips[chip].ports[port].kind != PortKind::kTerminal) continue;
      const unsigned cls = 1u << tables_[chip].port_class[port];
      if (!(classes_done & cls)) fn(State{chip, port, 0});
      classes_done |= cls;
    }
  }
  /// Calls fn for each state in which a cell first looks for the goal.
  template <class Fn>
  void for_each_start(const Goal& goal, const Fn& fn) const {
    const bool direct = !over_pods_ || changing_ || tables_[0].mode == RouteMode::kUgalL;
    for (size_t i : undecided_)
      if (topology_.chips[state(i).chip].pod != goal.pod) fn(state(i));
    for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
      const bool same_pod = topology_.chips[chip].pod == goal.pod;
      if (goal.is_pod ? !same_pod : chip != goal.number && (direct || same_pod))
        for_each_terminal(chip, fn);
    }
    if (goal.is_pod) return;
    for (size_t entry : entries_) {  // no cell comes back into the pod that it has left
      const State s = state(entry);
      const PortInfo& from = topology_.chips[s.chip].ports[s.in_port];
      if (topology_.chips[s.chip].pod != goal.pod &&
          topology_.chips[from.peer_chip].pod != goal.pod)
        fn(s);
    }
  }

  /// A step of the depth-first search: a channel and those it waits for that are still to be tried.
  struct Frame {
    size_t channel;
    uint64_t outputs;
  };

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;  // for all but the candidates
  bool changing_;
  unsigned phases_;
  bool over_pods_;
  std::vector<unsigned> targets_;  // chips with hosts
  /// The ports that the entries of these rows name.
  std::map<std::vector<const RouteRows*>, std::vector<uint64_t>> ports_of_;
  std::vector<size_t> undecided_;  // phase 0 channels, whose cells may go anywhere
  std::vector<const std::vector<uint64_t>*> named_;  // [chip]
  std::vector<uint64_t> links_;                      // [chip] ports with a link
  std::vector<uint64_t> wanted_;       // [channel] output ports that its cells may want
  std::vector<bool> occupied_;         // [channel] some cell can be there
  std::vector<size_t> entries_;        // channels by which cells come into a pod they pass through
  std::vector<uint32_t> seen_for_;     // [channel] last goal + 1 for which a cell got here
  std::vector<uint8_t> links_left_;    // [channel] longest way to that goal
  std::vector<uint8_t> links_beyond_;  // [channel of entries_] longest way to any chip
  DeadlockProof proof_;
};

const std::vector<uint64_t>& Prover::ports_named_by(const AllTables& all, unsigned chip) {
  std::vector<const RouteRows*> rows;
  for (const auto* tables : all) {
    const RouteRows* more = (*tables)[chip].routes.get();
    if (std::find(rows.begin(), rows.end(), more) == rows.end()) rows.push_back(more);
  }
  std::vector<uint64_t>& ports = ports_of_[rows];
  if (!ports.empty()) return ports;
  for (const RouteRows* some : rows) {
    const std::vector<uint64_t> named = named_ports(*some);
    ports.resize(named.size());
    for (size_t i = 0; i < named.size(); ++i) ports[i] |= named[i];
  }
  return ports;
}

/// A cell on its way to a pod that was drawn for it may find that no live link leads there and go
/// to its own goal, or by another pod, from wherever it is in phase 0.
void Prover::explore_changes_of_mind() {
  std::fill(seen_for_.begin(), seen_for_.end(), 0);
  for (size_t i = 0; i < occupied_.size(); ++i)
    if (occupied_[i] && state(i).phase == 0) undecided_.push_back(i);
  for (unsigned pod = 0; pod < topology_.pods; ++pod) explore(pod_goal(pod));
  for (unsigned dst : targets_) explore(chip_goal(dst));
}

void Prover::check_terminals() {
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip)
    for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
      const PortInfo& info = topology_.chips[chip].ports[port];
      if (info.kind == PortKind::kTerminal && tables_[chip].terminal_port[info.endpoint] != port)
        report(fmt::format("{}: endpoint {} is not delivered to its port {}", chip_name(chip),
                           info.endpoint, port));
    }
}

/// Cells are delivered in the phase after their last link.
void Prover::check_delivery(const State& s) {
  if (tables_[s.chip].phase_after(s.in_port, s.phase) >= phases_)
    report(fmt::format("{} port {} vc {}: delivery needs more than {} VC phases", chip_name(s.chip),
                       s.in_port, s.phase, phases_));
}

/// Marks every state that a cell for the goal can be in, and the outputs that it may want there.
void Prover::explore(const Goal& goal) {
  std::vector<State> pending;
  const auto leave = [&](const State& s) {
    const Outputs outputs = usable_outputs(s, goal);
    wanted_[index(s)] |= outputs.ports;
    for_each_next(s, outputs, [&](const State& to) {
      const size_t i = index(to);
      occupied_[i] = true;
      if (seen_for_[i] == goal.number + 1) return;
      seen_for_[i] = goal.number + 1;
      if (!is_there(to, goal)) {
        pending.push_back(to);
      } else if (goal.is_pod) {
        entries_.push_back(i);
      } else {
        check_delivery(to);
      }
    });
  };
  for_each_start(goal, leave);
  while (!pending.empty()) {
    const State s = pending.back();
    pending.pop_back();
    leave(s);
  }
}

/// The links that the table offers; reports what a cell could not use.
Prover::Outputs Prover::usable_outputs(const State& s, const Goal& goal) {
  const RouteTable& table = tables_[s.chip];
  const auto where = [&] {
    const std::string to = goal.is_pod ? fmt::format("pod {}", goal.pod) : chip_name(goal.number);
    return fmt::format("{} port {} vc {} towards {}", chip_name(s.chip), s.in_port, s.phase, to);
  };
  const unsigned phase = table.phase_after(s.in_port, s.phase);
  if (phase >= phases_) {
    report(where() + fmt::format(": needs more than {} VC phases", phases_));
    return {};
  }
  uint64_t ports =
      (*named_[s.chip])[table.place(s.in_port, phase, goal.address)] & table.proper(s.in_port);
  for (uint64_t wrong = ports & ~links_[s.chip]; wrong != 0; wrong &= wrong - 1)
    report(where() + fmt::format(": port {} leads nowhere", __builtin_ctzll(wrong)));
  if (ports == 0 && !changing_) report(where() + ": no route");
  ports &= links_[s.chip];
  const bool decided = table.mode == RouteMode::kUgalL && !goal.is_pod && phase == 0 &&
                       topology_.chips[s.chip].pod != goal.pod;
  return decided ? Outputs{0, ports} : Outputs{ports, 0};
}

void Prover::count() {
  for (size_t i = 0; i < wanted_.size(); ++i)
    if (is_link(state(i).chip, state(i).in_port))
      proof_.dependencies += __builtin_popcountll(wanted_[i]);
  proof_.channels = std::count(occupied_.begin(), occupied_.end(), true);
}

void Prover::find_cycle() {
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> mark(wanted_.size(), kNew);
  for (size_t root = 0; root < wanted_.size(); ++root) {
    if (mark[root] != kNew || !is_link(state(root).chip, state(root).in_port)) continue;
    std::vector<Frame> frames = {{root, wanted_[root]}};
    mark[root] = kOpen;
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.outputs == 0) {
        mark[top.channel] = kDone;
        frames.pop_back();
        continue;
      }
      const size_t to = index(next(state(top.channel), __builtin_ctzll(top.outputs)));
      top.outputs &= top.outputs - 1;
      if (mark[to] == kOpen) {
        std::vector<size_t> path;
        for (const Frame& frame : frames) path.push_back(frame.channel);
        return name_cycle(path, to);
      }
      if (mark[to] == kNew) {
        mark[to] = kOpen;
        frames.push_back({to, wanted_[to]});
      }
    }
  }
}

void Prover::name_cycle(const std::vector<size_t>& path, size_t first) {
  for (auto it = std::find(path.begin(), path.end(), first); it != path.end(); ++it) {
    const State s = state(*it);
    const PortInfo& from = topology_.chips[s.chip].ports[s.in_port];
    proof_.cycle.push_back(
        fmt::format("{} port {} vc {}", chip_name(from.peer_chip), from.peer_port, s.phase));
  }
}

void Prover::measure_longest() {
  std::fill(seen_for_.begin(), seen_for_.end(), 0);
  for (unsigned dst : targets_) {
    const Goal goal = chip_goal(dst);
    for_each_start(goal, [&](const State& s) {
      const unsigned links = links_to(s, goal);
      uint8_t& beyond = links_beyond_[index(s)];
      beyond = static_cast<uint8_t>(std::max<unsigned>(beyond, links));
      proof_.longest_route_links = std::max(proof_.longest_route_links, links);
    });
  }
  for (unsigned pod = 0; over_pods_ && pod < topology_.pods; ++pod) {
    const Goal goal = pod_goal(pod);
    for_each_start(goal, [&](const State& s) {
      proof_.longest_route_links = std::max(proof_.longest_route_links, links_to(s, goal));
    });
  }
}

/// Ends because the channels are known to have no cycle, and recurses as deep as a route is long.
unsigned Prover::links_to(const State& s, const Goal& goal) {
  if (is_there(s, goal)) return goal.is_pod ? links_beyond_[index(s)] : 0;
  if (seen_for_[index(s)] == goal.number + 1) return links_left_[index(s)];
  unsigned longest = 0;
  for_each_next(s, usable_outputs(s, goal),
                [&](const State& to) { longest = std::max(longest, 1 + links_to(to, goal)); });
  seen_for_[index(s)] = goal.number + 1;
  links_left_[index(s)] = static_cast<uint8_t>(std::min(longest, 255u));
  return longest;
}

}  // namespace

DeadlockProof prove_deadlock_free(const Topology& topology, const std::vector<RouteTable>& tables) {
  return Prover(topology, {&tables}, false).run();
}

DeadlockProof prove_deadlock_free(const Topology& topology, const AllTables& tables,
                                  const std::vector<const EscapeRoutes*>& escapes) {
  DeadlockProof proof = Prover(topology, tables, true).run();
  add_escape_channels(topology, escapes, proof);
  return proof;
}

void require_deadlock_free(const DeadlockProof& proof) {
  if (!proof.cycle.empty())
    throw ConfigError(fmt::format("routing: the tables can deadlock: {} -> {}",
                                  fmt::join(proof.cycle, " -> "), proof.cycle.front()));
  if (!proof.unreachable.empty())
    throw ConfigError(fmt::format("routing: {}", fmt::join(proof.unreachable, "\nrouting: ")));
  if (!proof.holds())
    throw ConfigError(fmt::format("routing: a route of {} links; expected at most {}",
                                  proof.longest_route_links, proof.most_links));
}

}  // namespace tinsim
