// SPDX-License-Identifier: Apache-2.0
// Shortest paths in any network, with a VC phase for each hop.
#pragma once

#include "platform/network/routing/next_hops.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Links on a shortest path from each chip to `dst`.
std::vector<unsigned> distances_to(const Topology& topology, unsigned dst);

/// Most links on a shortest path between chips with hosts.
unsigned host_diameter(const Topology& topology);

/// A phase for each link of the longest route, and the one in which its cells are delivered.
unsigned hop_vc_phases(const Topology& topology);

/// Every port that leads to a chip nearer to the target. Each link moves a cell to the next phase,
/// so a channel waits only for channels of a higher phase (Gunther 1981).
class ShortestPaths : public NextHops {
 public:
  explicit ShortestPaths(const Topology& topology) : topology_(topology) {}

  bool next_phase(unsigned, const PortInfo&) const override { return true; }
  void aim(unsigned dst) override { distance_ = distances_to(topology_, dst); }
  std::vector<uint8_t> ports(unsigned chip, unsigned in_class) const override;
  unsigned links_left(unsigned chip) const override { return distance_[chip]; }

 private:
  const Topology& topology_;
  std::vector<unsigned> distance_;
};

}  // namespace tinsim
