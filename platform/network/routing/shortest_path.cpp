// SPDX-License-Identifier: Apache-2.0
// Shortest paths in any network, with a VC phase for each hop.
#include "platform/network/routing/shortest_path.h"

#include <algorithm>
#include <limits>

#include "platform/network/topology/topology.h"

namespace tinsim {

std::vector<unsigned> chips_with_hosts(const Topology& topology) {
  std::vector<unsigned> chips;
  for (const HostInfo& host : topology.hosts)
    if (chips.empty() || chips.back() != host.chip) chips.push_back(host.chip);
  return chips;
}

std::vector<unsigned> distances_to(const Topology& topology, unsigned dst) {
  constexpr unsigned kUnknown = std::numeric_limits<unsigned>::max();
  std::vector<unsigned> distance(topology.chips.size(), kUnknown);
  std::vector<unsigned> reached = {dst};
  distance[dst] = 0;
  for (size_t i = 0; i < reached.size(); ++i)
    for_each_link(topology, reached[i], [&](unsigned, const PortInfo& link) {
      if (distance[link.peer_chip] != kUnknown) return;
      distance[link.peer_chip] = distance[reached[i]] + 1;
      reached.push_back(link.peer_chip);
    });
  return distance;
}

unsigned host_diameter(const Topology& topology) {
  const std::vector<unsigned> ends = chips_with_hosts(topology);
  unsigned longest = 0;
  for (unsigned dst : ends) {
    const std::vector<unsigned> distance = distances_to(topology, dst);
    for (unsigned src : ends) longest = std::max(longest, distance[src]);
  }
  return longest;
}

unsigned hop_vc_phases(const Topology& topology) { return host_diameter(topology) + 1; }

std::vector<uint8_t> ShortestPaths::ports(unsigned chip, unsigned) const {
  std::vector<uint8_t> ports;
  for_each_link(topology_, chip, [&](unsigned port, const PortInfo& link) {
    if (distance_[link.peer_chip] < distance_[chip]) ports.push_back(static_cast<uint8_t>(port));
  });
  return ports;
}

}  // namespace tinsim
