// SPDX-License-Identifier: Apache-2.0
// Up*/down*: routes up first, then down, in an order of all chips; one VC phase.
#pragma once

#include "platform/network/routing/next_hops.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Rank of each chip, all different; of two neighbours the one of lower rank is above the other.
using UpDownRanks = std::vector<unsigned>;

/// Ranks by links from a chip, then by number (Schroeder et al. 1991, Autonet). The chip is the one
/// from which the farthest is nearest, of equals the one with most links, then the first.
UpDownRanks tree_ranks(const Topology& topology);

/// Top level first, then by number. In a fat tree the shortest paths between leaves lead up, then
/// down. `width`: chips of a level; chips are numbered from the leaves up.
UpDownRanks fat_tree_ranks(unsigned chips, unsigned width);

/// Shortest of the paths that never turn up after a hop down. A link up waits for links that begin
/// above it, a link down for links down that begin below it: no cycle.
class UpDown : public NextHops {
 public:
  UpDown(const Topology& topology, UpDownRanks ranks);

  unsigned classes() const override { return 2; }
  /// 1 for a cell whose last hop was down.
  unsigned port_class(unsigned chip, const PortInfo& link) const override {
    return is_above(link.peer_chip, chip);
  }
  bool may_turn(unsigned chip, unsigned in_class, const PortInfo& link) const override {
    return in_class == 0 || !is_above(link.peer_chip, chip);
  }
  bool next_phase(unsigned, const PortInfo&) const override { return false; }
  void aim(unsigned dst) override;
  std::vector<uint8_t> ports(unsigned chip, unsigned in_class) const override;
  unsigned links_left(unsigned chip) const override { return left_[0][chip]; }

 private:
  bool is_above(unsigned a, unsigned b) const { return ranks_[a] < ranks_[b]; }

  const Topology& topology_;
  UpDownRanks ranks_;
  std::vector<unsigned> from_top_;  ///< chips by rank
  std::vector<unsigned> left_[2];   ///< [class][chip] links to the target
};

}  // namespace tinsim
