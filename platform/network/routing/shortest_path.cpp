// SPDX-License-Identifier: Apache-2.0
// Shortest paths in any network, with a VC phase for each hop.
#include "platform/network/routing/shortest_path.h"

#include <algorithm>
#include <limits>

#include "platform/network/topology/topology.h"

namespace tinsim {

namespace {

constexpr unsigned kUnknown = std::numeric_limits<unsigned>::max();
constexpr std::size_t kTogether = 64;  ///< chips from which searches go out at once: bits of a word

/// Links from the farthest of these chips to the farthest of `ends`; kUnknown: some are not joined.
/// All searches advance together, a bit of each chip's words for each of them.
unsigned longest_from(const Topology& topology, const std::vector<unsigned>& ends,
                      std::size_t first) {
  const std::size_t chips = topology.chips.size();
  std::vector<uint64_t> seen(chips), now(chips), next(chips);
  const std::size_t count = std::min(kTogether, ends.size() - first);
  for (std::size_t i = 0; i < count; ++i) seen[ends[first + i]] |= uint64_t{1} << i;
  now = seen;
  unsigned links = 0, longest = 0;
  for (bool goes_on = true; goes_on; ++links) {
    for (unsigned end : ends)
      if (now[end] != 0) longest = links;
    for (unsigned chip = 0; chip < chips; ++chip) {
      if (now[chip] == 0) continue;
      for_each_link(topology, chip,
                    [&](unsigned, const PortInfo& link) { next[link.peer_chip] |= now[chip]; });
    }
    goes_on = false;
    for (std::size_t chip = 0; chip < chips; ++chip) {
      now[chip] = next[chip] & ~seen[chip];
      seen[chip] |= next[chip];
      next[chip] = 0;
      goes_on |= now[chip] != 0;
    }
  }
  const auto joins_all = [&](unsigned end) {
    return seen[end] == (~uint64_t{0} >> (kTogether - count));
  };
  return std::all_of(ends.begin(), ends.end(), joins_all) ? longest : kUnknown;
}

}  // namespace

std::vector<unsigned> chips_with_hosts(const Topology& topology) {
  std::vector<unsigned> chips;
  for (const HostInfo& host : topology.hosts)
    if (chips.empty() || chips.back() != host.chip) chips.push_back(host.chip);
  return chips;
}

std::vector<unsigned> distances_to(const Topology& topology, unsigned dst) {
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
  for (std::size_t first = 0; first < ends.size(); first += kTogether)
    longest = std::max(longest, longest_from(topology, ends, first));
  return longest;
}

unsigned hop_vc_phases(const Topology& topology) { return host_diameter(topology) + 1; }

std::vector<uint8_t> ShortestPaths::ports(unsigned chip, unsigned) const {
  std::vector<uint8_t> ports;
  ports.reserve(8);  // one allocation for most
  for_each_link(topology_, chip, [&](unsigned port, const PortInfo& link) {
    if (distance_[link.peer_chip] < distance_[chip]) ports.push_back(static_cast<uint8_t>(port));
  });
  return ports;
}

}  // namespace tinsim
