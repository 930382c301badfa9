// SPDX-License-Identifier: Apache-2.0
// Deadlock proof: the channel dependency graph of the built tables has no cycle, and every route
// arrives.
#include "platform/network/routing/deadlock.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/network/routing/escape_proof.h"
#include "platform/network/routing/route_walk.h"
#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

using Goal = WalkGoal;
using AllTables = RouteWalk::AllTables;

class Prover {
 public:
  Prover(const Topology& topology, const AllTables& all, bool changing)
      : walk_(topology, all, changing),
        requested_(walk_.states()),
        occupied_(requested_.size()),
        seen_for_(requested_.size()),
        links_left_(requested_.size()),
        links_beyond_(requested_.size()),
        is_via_(requested_.size()),
        second_legs_(topology.chips.size()),
        links_beyond_chip_(topology.chips.size()) {
    proof_.max_links = walk_.max_links();
  }

  DeadlockProof run() {
    walk_.check_terminals();
    for (unsigned pod = 0; pod < pods_passed(); ++pod) explore(walk_.pod_goal(pod));
    for (unsigned chip : chips_passed()) explore(walk_.via_goal(chip));
    for (unsigned dst : walk_.targets()) explore(walk_.chip_goal(dst));
    if (walk_.changing() && walk_.over_pods()) explore_route_changes();
    count();
    find_cycle();
    proof_.unreachable = walk_.faults();
    // Cells that change their mind are few, and their hop count is their own guard.
    const bool bounded = !walk_.changing() || !walk_.over_pods();
    if (bounded && proof_.cycle.empty() && proof_.unreachable.empty()) measure_longest();
    return std::move(proof_);
  }

 private:
  /// Pods that cells may be sent through.
  unsigned pods_passed() const { return walk_.over_pods() ? walk_.topology().pods : 0; }

  /// Chips that cells may be sent through.
  std::vector<unsigned> chips_passed() const {
    return walk_.over_chips() ? walk_.targets() : std::vector<unsigned>{};
  }

  void explore_route_changes();
  void explore(const Goal& goal);
  void count();
  void find_cycle();
  void name_cycle(const std::vector<size_t>& path, size_t first);
  void measure_longest();
  unsigned links_to(const WalkState& s, const Goal& goal);

  /// Calls fn for each state in which a cell begins to follow routes to the goal.
  template <class Fn>
  void for_each_start(const Goal& goal, const Fn& fn) const {
    const Topology& topology = walk_.topology();
    const bool direct = walk_.starts_direct();
    for (size_t i : undecided_)
      if (walk_.pod_of(walk_.state(i).chip) != goal.pod) fn(walk_.state(i));
    for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
      const bool same_pod = walk_.pod_of(chip) == goal.pod;
      const bool starts = goal.is_pod ? !same_pod : goal.is_via_chip || direct || same_pod;
      if (starts && !walk_.is_at_goal({chip, 0, 0}, goal)) walk_.for_each_terminal(chip, fn);
    }
    if (goal.is_pod) return;
    for (size_t entry : entries_) {  // no cell returns into the pod that it has left
      const WalkState s = walk_.state(entry);
      const PortInfo& from = topology.chips[s.chip].ports[s.in_port];
      if (walk_.pod_of(s.chip) != goal.pod && walk_.pod_of(from.peer_chip) != goal.pod) fn(s);
    }
  }

  /// A step of the depth-first search: a channel and the channels it waits for that are not visited
  /// yet.
  struct Frame {
    size_t channel;
    PortSet outputs;
    PortSet second_legs;  ///< outputs in the first phase of a way to the target
  };
  Frame frame(size_t channel) const {
    return {channel, requested_[channel],
            is_via_[channel] ? second_legs_[walk_.state(channel).chip] : PortSet()};
  }
  size_t next_channel(Frame& frame) const;

  RouteWalk walk_;
  std::vector<size_t> undecided_;   // phase 0 channels, whose cells may have any goal
  std::vector<PortSet> requested_;  // [channel] output ports that its cells may request
  std::vector<bool> occupied_;      // [channel] some cell can be there
  std::vector<size_t> entries_;     // channels by which cells enter a pod that they pass through
  std::vector<uint32_t>
      seen_for_;  // [channel] last goal + 1 for which a cell can reach the channel
  std::vector<uint8_t> links_left_;    // [channel] longest way to that goal
  std::vector<uint8_t> links_beyond_;  // [channel of entries_] longest way to any chip
  std::vector<bool> is_via_;  // [channel] by which cells enter a chip that they pass through
  std::vector<PortSet> second_legs_;         // [chip] outputs of cells that have passed through it
  std::vector<unsigned> links_beyond_chip_;  // [chip] longest way from it to any other
  DeadlockProof proof_;
};

/// A cell on its way to the pod that was drawn for it may find that no live link leads there. It
/// then takes a route to its own goal, or over another pod, from its place in phase 0.
void Prover::explore_route_changes() {
  std::fill(seen_for_.begin(), seen_for_.end(), 0);
  for (size_t i = 0; i < occupied_.size(); ++i)
    if (occupied_[i] && walk_.state(i).phase == 0) undecided_.push_back(i);
  for (unsigned pod = 0; pod < pods_passed(); ++pod) explore(walk_.pod_goal(pod));
  for (unsigned dst : walk_.targets()) explore(walk_.chip_goal(dst));
}

/// Marks every state that a cell for the goal can be in, and the outputs that it may request there.
void Prover::explore(const Goal& goal) {
  std::vector<WalkState> pending;
  const auto leave = [&](const WalkState& s) {
    const WalkOutputs outputs = walk_.usable_outputs(s, goal);
    requested_[walk_.index(s)] |= outputs.ports;
    second_legs_[s.chip] |= outputs.ahead;
    walk_.for_each_next(s, outputs, [&](const WalkState& to) {
      const size_t i = walk_.index(to);
      occupied_[i] = true;
      if (seen_for_[i] == goal.number + 1) return;
      seen_for_[i] = goal.number + 1;
      if (!walk_.is_at_goal(to, goal)) {
        pending.push_back(to);
      } else if (goal.is_pod) {
        entries_.push_back(i);
      } else if (goal.is_via_chip) {
        is_via_[i] = true;
      } else {
        walk_.check_delivery(to);
      }
    });
  };
  for_each_start(goal, leave);
  while (!pending.empty()) {
    const WalkState s = pending.back();
    pending.pop_back();
    leave(s);
  }
}

void Prover::count() {
  for (size_t i = 0; i < requested_.size(); ++i)
    if (walk_.is_link(walk_.state(i).chip, walk_.state(i).in_port))
      proof_.dependencies += requested_[i].size() + frame(i).second_legs.size();
  proof_.channels = std::count(occupied_.begin(), occupied_.end(), true);
}

void Prover::find_cycle() {
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> mark(requested_.size(), kNew);
  for (size_t root = 0; root < requested_.size(); ++root) {
    if (mark[root] != kNew || !walk_.is_link(walk_.state(root).chip, walk_.state(root).in_port))
      continue;
    std::vector<Frame> frames = {frame(root)};
    mark[root] = kOpen;
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.outputs == 0 && top.second_legs == 0) {
        mark[top.channel] = kDone;
        frames.pop_back();
        continue;
      }
      const size_t to = next_channel(top);
      if (mark[to] == kOpen) {
        std::vector<size_t> path;
        for (const Frame& frame : frames) path.push_back(frame.channel);
        return name_cycle(path, to);
      }
      if (mark[to] == kNew) {
        mark[to] = kOpen;
        frames.push_back(frame(to));
      }
    }
  }
}

/// Takes one of the outputs of a frame, of which there are some.
size_t Prover::next_channel(Frame& frame) const {
  const WalkState at = walk_.state(frame.channel);
  const bool begins = frame.outputs == 0;
  PortSet& outputs = begins ? frame.second_legs : frame.outputs;
  const unsigned out = outputs.lowest();
  outputs.drop_lowest();
  return walk_.index(begins ? walk_.next_ahead(at.chip, out) : walk_.next(at, out));
}

void Prover::name_cycle(const std::vector<size_t>& path, size_t first) {
  for (auto it = std::find(path.begin(), path.end(), first); it != path.end(); ++it) {
    const WalkState s = walk_.state(*it);
    const PortInfo& from = walk_.topology().chips[s.chip].ports[s.in_port];
    proof_.cycle.push_back(
        fmt::format("{} port {} vc {}", walk_.chip_name(from.peer_chip), from.peer_port, s.phase));
  }
}

void Prover::measure_longest() {
  std::fill(seen_for_.begin(), seen_for_.end(), 0);
  for (unsigned dst : walk_.targets()) {
    const Goal goal = walk_.chip_goal(dst);
    for_each_start(goal, [&](const WalkState& s) {
      const unsigned links = links_to(s, goal);
      uint8_t& beyond = links_beyond_[walk_.index(s)];
      beyond = static_cast<uint8_t>(std::max<unsigned>(beyond, links));
      links_beyond_chip_[s.chip] = std::max(links_beyond_chip_[s.chip], links);
      proof_.longest_route_links = std::max(proof_.longest_route_links, links);
    });
  }
  const auto measure = [&](const Goal& goal) {
    for_each_start(goal, [&](const WalkState& s) {
      proof_.longest_route_links = std::max(proof_.longest_route_links, links_to(s, goal));
    });
  };
  for (unsigned chip : chips_passed()) measure(walk_.via_goal(chip));
  for (unsigned pod = 0; pod < pods_passed(); ++pod) measure(walk_.pod_goal(pod));
}

/// Ends because the channels are known to have no cycle, and recurses as deep as a route is long.
unsigned Prover::links_to(const WalkState& s, const Goal& goal) {
  if (walk_.is_at_goal(s, goal)) {
    if (goal.is_via_chip) return links_beyond_chip_[s.chip];
    return goal.is_pod ? links_beyond_[walk_.index(s)] : 0;
  }
  if (seen_for_[walk_.index(s)] == goal.number + 1) return links_left_[walk_.index(s)];
  unsigned longest = 0;
  walk_.for_each_next(s, walk_.usable_outputs(s, goal), [&](const WalkState& to) {
    longest = std::max(longest, 1 + links_to(to, goal));
  });
  seen_for_[walk_.index(s)] = goal.number + 1;
  links_left_[walk_.index(s)] = static_cast<uint8_t>(std::min(longest, 255u));
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
                                  proof.longest_route_links, proof.max_links));
}

}  // namespace tinsim
