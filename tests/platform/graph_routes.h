// SPDX-License-Identifier: Apache-2.0
// Routes of networks given as a graph, followed candidate by candidate.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/next_hops.h"
#include "platform/network/topology/topology.h"
#include "tests/platform/graph_networks.h"

namespace tinsim {

/// Least and most links of the routes from one chip to another, by following every candidate;
/// kLost where one does not arrive.
constexpr unsigned kLost = 1000;
struct Lengths {
  unsigned least = kLost, most = 0;
};

class Walker {
 public:
  Walker(const Network& n, unsigned dst) : n_(n), dst_(dst) {}

  Lengths from_terminal(unsigned src) { return from(src, 63); }  // a port without use: class 0

 private:
  Lengths from(unsigned chip, unsigned in_port, unsigned depth = 0) {
    if (chip == dst_) return {0, 0};
    if (depth > 40) return {kLost, kLost};
    const auto known = known_.find({chip, in_port});
    if (known != known_.end()) return known->second;
    const ChipInfo& to = n_.topology.chips[dst_];
    Lengths lengths;
    for (unsigned out : n_.tables[chip].minimal(in_port, 0, gnet_address(to.pod, to.tin, 0))) {
      if (out == kNoRoute) return {kLost, kLost};
      const PortInfo& link = n_.topology.chips[chip].ports[out];
      const Lengths rest = from(link.peer_chip, link.peer_port, depth + 1);
      lengths.least = std::min(lengths.least, rest.least + 1);
      lengths.most = std::max(lengths.most, rest.most + 1);
    }
    return known_[{chip, in_port}] = lengths;
  }

  const Network& n_;
  unsigned dst_;
  std::map<std::pair<unsigned, unsigned>, Lengths> known_;
};

/// Calls fn(src, dst, lengths) for every pair of different chips with hosts.
template <class Fn>
void for_each_pair(const Network& n, const Fn& fn) {
  const auto chips = chips_with_hosts(n.topology);
  for (unsigned dst : chips) {
    Walker walker(n, dst);
    for (unsigned src : chips)
      if (src != dst) fn(src, dst, walker.from_terminal(src));
  }
}

/// Every route has the length that Floyd and Warshall find.
inline void expect_minimal(const Network& n, const std::string& what) {
  const auto distance = all_distances(n.topology);
  unsigned wrong = 0;
  for_each_pair(n, [&](unsigned src, unsigned dst, Lengths lengths) {
    wrong += lengths.least != distance[src][dst] || lengths.most != distance[src][dst];
  });
  EXPECT_EQ(wrong, 0u) << what;
}

inline std::string first_fault(const DeadlockProof& proof) {
  if (!proof.cycle.empty()) return "cycle from " + proof.cycle[0];
  return proof.unreachable.empty() ? "" : proof.unreachable[0];
}

inline PlatformConfig with_scheme(PlatformConfig config, const char* scheme) {
  config.routing.scheme = Word{scheme};
  return config;
}

}  // namespace tinsim
