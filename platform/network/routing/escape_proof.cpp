// SPDX-License-Identifier: Apache-2.0
// Deadlock proof of escape routes: their channels do not wait for each other in a cycle.
#include "platform/network/routing/escape_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "platform/network/topology/topology.h"
#include "rtl_models/parts/islip.h"

namespace tinsim {
namespace {

/// The channels of the escape VCs, each with the channels that its cells may request.
class EscapeProver {
 public:
  EscapeProver(const Topology& topology, const std::vector<const EscapeRoutes*>& routes)
      : topology_(topology), requested_(topology.chips.size() * kMaxPorts * kLayers) {
    for (const EscapeRoutes* some : routes) collect(*some);
  }
  void add_to(DeadlockProof& proof) const;

 private:
  static constexpr unsigned kLayers = 2;
  struct Channel {
    unsigned chip, in_port, layer;
  };
  static size_t index(const Channel& c) {
    return (size_t{c.chip} * kMaxPorts + c.in_port) * kLayers + c.layer;
  }
  static Channel channel(size_t i) {
    return {static_cast<unsigned>(i / kLayers / kMaxPorts),
            static_cast<unsigned>(i / kLayers % kMaxPorts), static_cast<unsigned>(i % kLayers)};
  }
  void collect(const EscapeRoutes& routes);
  void name_cycle(const std::vector<unsigned>& waiting, DeadlockProof& proof) const;
  template <class Fn>
  void for_each_next(size_t i, const Fn& fn) const {
    for (unsigned layer = 0; layer < kLayers; ++layer)
      for (uint64_t left = requested_[i][layer]; left != 0; left &= left - 1) {
        const auto& ports = topology_.chips[channel(i).chip].ports;
        const PortInfo& link = ports[__builtin_ctzll(left)];
        fn(index({link.peer_chip, link.peer_port, layer}));
      }
  }
  std::string name(size_t i) const {
    const PortInfo& end = topology_.chips[channel(i).chip].ports[channel(i).in_port];
    const ChipInfo& from = topology_.chips[end.peer_chip];
    return fmt::format("pod {} tin {} port {} vc {}", from.pod, from.tin, end.peer_port,
                       kEscapeVc + channel(i).layer);
  }

  const Topology& topology_;
  std::vector<std::array<uint64_t, kLayers>> requested_;  // [channel] ports, by layer
};

/// Escape routes depend on the kind of the input port only: one port up and one down stand for all.
void EscapeProver::collect(const EscapeRoutes& routes) {
  for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
    for (unsigned layer = 0; layer < kLayers; ++layer) {
      std::array<std::array<uint64_t, kLayers>, 2> wanted{};
      std::array<bool, 2> known{};
      // Also by links that are dead now: their cells are in the FIFO still.
      for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
        if (!is_link(topology_.chips[chip].ports[port])) continue;
        const bool up = routes.leads_up(chip, port);
        for (unsigned goal = 0; !known[up] && goal < topology_.chips.size(); ++goal) {
          if (goal == chip) continue;
          const auto options = routes.options(chip, port, kEscapeVc + layer, goal);
          for (unsigned i = 0; i < kLayers; ++i) wanted[up][i] |= options.ports[i];
        }
        known[up] = true;
        auto& of_channel = requested_[index({chip, port, layer})];
        for (unsigned i = 0; i < kLayers; ++i) of_channel[i] |= wanted[up][i];
      }
    }
  }
}

void EscapeProver::add_to(DeadlockProof& proof) const {
  // Kahn: after removal of all channels without a waiting channel, the rest has a cycle.
  std::vector<unsigned> waiting(requested_.size());
  std::vector<bool> used(requested_.size());
  for (size_t i = 0; i < requested_.size(); ++i)
    for_each_next(i, [&](size_t to) {
      ++waiting[to];
      used[i] = used[to] = true;
      ++proof.dependencies;
    });
  proof.channels += std::count(used.begin(), used.end(), true);
  std::vector<size_t> free;
  for (size_t i = 0; i < waiting.size(); ++i)
    if (waiting[i] == 0) free.push_back(i);
  for (size_t n = 0; n < free.size(); ++n)
    for_each_next(free[n], [&](size_t to) {
      if (--waiting[to] == 0) free.push_back(to);
    });
  if (free.size() == requested_.size() || !proof.cycle.empty()) return;
  name_cycle(waiting, proof);
}

/// Each remaining channel is requested by a remaining one: follow them back until one repeats.
void EscapeProver::name_cycle(const std::vector<unsigned>& waiting, DeadlockProof& proof) const {
  std::vector<size_t> before(requested_.size());
  size_t at = 0;
  for (size_t i = 0; i < requested_.size(); ++i)
    if (waiting[i] != 0)
      for_each_next(i, [&](size_t to) {
        if (waiting[to] != 0) before[to] = at = i;
      });
  std::vector<size_t> path;
  for (; std::find(path.begin(), path.end(), at) == path.end(); at = before[at]) path.push_back(at);
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  for (auto i = path.rbegin(); i != path.rend(); ++i) proof.cycle.push_back(name(*i));
}

}  // namespace

void add_escape_channels(const Topology& topology, const std::vector<const EscapeRoutes*>& routes,
                         DeadlockProof& proof) {
  EscapeProver(topology, routes).add_to(proof);
}

}  // namespace tinsim
