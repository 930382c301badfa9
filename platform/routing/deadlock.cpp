// SPDX-License-Identifier: Apache-2.0
// Deadlock proof: the channel dependency graph of the built tables has no cycle, and every route
// arrives.
#include "platform/routing/deadlock.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/errors.h"

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

class Prover {
 public:
  Prover(const Topology& topology, const std::vector<RouteTable>& tables)
      : topology_(topology),
        tables_(tables),
        phases_(tables.front().vc_phases),
        wanted_(topology.chips.size() * kPorts * phases_),
        seen_for_(wanted_.size()),
        links_left_(wanted_.size()) {
    proof_.most_links = tables.front().initial_hop - 1u;
    for (const HostInfo& host : topology.hosts)
      if (targets_.empty() || targets_.back() != host.chip) targets_.push_back(host.chip);
  }

  DeadlockProof run() {
    check_terminals();
    for (unsigned dst : targets_) explore(dst);
    count();
    find_cycle();
    if (proof_.cycle.empty() && proof_.unreachable.empty()) measure_longest();
    return std::move(proof_);
  }

 private:
  size_t index(const State& s) const {
    return (size_t{s.chip} * kPorts + s.in_port) * phases_ + s.phase;
  }
  State state(size_t i) const {
    return {static_cast<unsigned>(i / phases_ / kPorts),
            static_cast<unsigned>(i / phases_ % kPorts), static_cast<unsigned>(i % phases_)};
  }
  std::string chip_name(unsigned chip) const {
    return fmt::format("pod {} tin {}", topology_.chips[chip].pod, topology_.chips[chip].tin);
  }
  void report(std::string text) {
    if (proof_.unreachable.size() < 8) proof_.unreachable.push_back(std::move(text));
  }

  unsigned phase_after(const State& s) const {
    return s.phase + (tables_[s.chip].phase_increment_ports >> s.in_port & 1);
  }
  bool is_link(unsigned chip, unsigned port) const {
    const auto& ports = topology_.chips[chip].ports;
    return port < ports.size() &&
           (ports[port].kind == PortKind::kLocal || ports[port].kind == PortKind::kGlobal);
  }
  /// Where a cell is after leaving `s` by `out`. Precondition: is_link(s.chip, out).
  State next(const State& s, unsigned out) const {
    const PortInfo& link = topology_.chips[s.chip].ports[out];
    return {link.peer_chip, link.peer_port, phase_after(s)};
  }

  void check_terminals();
  void check_delivery(const State& s);
  void explore(unsigned dst);
  uint64_t usable_outputs(const State& s, unsigned dst);
  void count();
  void find_cycle();
  void name_cycle(const std::vector<size_t>& path, size_t first);
  void measure_longest();
  unsigned links_to(const State& s, unsigned dst);

  /// Calls fn once for each way in which a cell can start at a chip: terminal ports of one class
  /// have the same routes.
  template <class Fn>
  void for_each_start(unsigned chip, const Fn& fn) const {
    unsigned classes_done = 0;
    for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
      if (topology_.chips[chip].ports[port].kind != PortKind::kTerminal) continue;
      const unsigned cls = 1u << tables_[chip].port_class[port];
      if (!(classes_done & cls)) fn(State{chip, port, 0});
      classes_done |= cls;
    }
  }

  /// A step of the depth-first search: a channel and those it waits for that are still to be tried.
  struct Frame {
    size_t channel;
    uint64_t outputs;
  };

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  unsigned phases_;
  std::vector<unsigned> targets_;    // chips with hosts
  std::vector<uint64_t> wanted_;     // [channel] output ports that its cells may want
  std::vector<uint32_t> seen_for_;   // [channel] last destination + 1 that got here
  std::vector<uint8_t> links_left_;  // [channel] longest way to that destination
  DeadlockProof proof_;
};

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
  if (phase_after(s) >= phases_)
    report(fmt::format("{} port {} vc {}: delivery needs more than {} VC phases", chip_name(s.chip),
                       s.in_port, s.phase, phases_));
}

/// Marks every state that a cell for chip `dst` can be in, and the outputs that it may want there.
void Prover::explore(unsigned dst) {
  std::vector<State> pending;
  const auto follow = [&](const State& s, uint64_t outputs) {
    for (; outputs != 0; outputs &= outputs - 1) {
      const State to = next(s, __builtin_ctzll(outputs));
      if (to.chip == dst) check_delivery(to);
      if (to.chip == dst || seen_for_[index(to)] == dst + 1) continue;
      seen_for_[index(to)] = dst + 1;
      pending.push_back(to);
    }
  };
  for (unsigned src = 0; src < topology_.chips.size(); ++src)
    if (src != dst)
      for_each_start(src, [&](const State& s) {
        const uint64_t outputs = usable_outputs(s, dst);
        wanted_[index(s)] |= outputs;
        follow(s, outputs);
      });
  while (!pending.empty()) {
    const State s = pending.back();
    pending.pop_back();
    const uint64_t outputs = usable_outputs(s, dst);
    wanted_[index(s)] |= outputs;
    follow(s, outputs);
  }
}

/// The links that the table offers; reports what a cell could not use.
uint64_t Prover::usable_outputs(const State& s, unsigned dst) {
  const ChipInfo& to = topology_.chips[dst];
  const auto where = [&] {
    return fmt::format("{} port {} vc {} towards {}", chip_name(s.chip), s.in_port, s.phase,
                       chip_name(dst));
  };
  if (phase_after(s) >= phases_) {
    report(where() + fmt::format(": needs more than {} VC phases", phases_));
    return 0;
  }
  uint64_t outputs = 0;
  for (unsigned out : tables_[s.chip].candidates(s.in_port, gnet_address(to.pod, to.tin, 0))) {
    if (is_link(s.chip, out)) {
      outputs |= uint64_t{1} << out;
    } else {
      report(where() +
             (out == kNoRoute ? ": no route" : fmt::format(": port {} leads nowhere", out)));
    }
  }
  return outputs;
}

void Prover::count() {
  std::vector<bool> occupied(wanted_.size());
  for (size_t i = 0; i < wanted_.size(); ++i) {
    const bool on_link = is_link(state(i).chip, state(i).in_port);
    for (uint64_t outputs = wanted_[i]; outputs != 0; outputs &= outputs - 1) {
      occupied[index(next(state(i), __builtin_ctzll(outputs)))] = true;
      proof_.dependencies += on_link;
    }
  }
  proof_.channels = std::count(occupied.begin(), occupied.end(), true);
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
  for (unsigned dst : targets_)
    for (unsigned src = 0; src < topology_.chips.size(); ++src)
      for_each_start(src, [&](const State& s) {
        proof_.longest_route_links = std::max(proof_.longest_route_links, links_to(s, dst));
      });
}

/// Ends because the channels are known to have no cycle, and recurses as deep as a route is long.
unsigned Prover::links_to(const State& s, unsigned dst) {
  if (s.chip == dst) return 0;
  if (seen_for_[index(s)] == dst + 1) return links_left_[index(s)];
  unsigned longest = 0;
  for (uint64_t outputs = usable_outputs(s, dst); outputs != 0; outputs &= outputs - 1)
    longest = std::max(longest, 1 + links_to(next(s, __builtin_ctzll(outputs)), dst));
  seen_for_[index(s)] = dst + 1;
  links_left_[index(s)] = static_cast<uint8_t>(std::min(longest, 255u));
  return longest;
}

}  // namespace

DeadlockProof prove_deadlock_free(const Topology& topology, const std::vector<RouteTable>& tables) {
  return Prover(topology, tables).run();
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
