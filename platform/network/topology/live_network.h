// SPDX-License-Identifier: Apache-2.0
// The live part of a network in which links and TiNs have failed.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/network/topology/link_selector.h"

namespace tinsim {

/// The usable part of the network: a link that is dark in one direction carries no cells.
class LiveNetwork {
 public:
  explicit LiveNetwork(const Topology& topology);

  bool has_chip(unsigned chip) const { return chips_[chip]; }
  /// Ports of a chip whose links carry cells.
  uint64_t links(unsigned chip) const { return links_[chip]; }
  void fail_chip(unsigned chip) { chips_[chip] = false; }
  /// Takes the link at this end, both directions.
  void fail_link(const LinkEnd& end);
  /// Number of the part of the network that a chip is in: chips of one part can reach each other.
  std::vector<unsigned> parts() const;

  bool operator==(const LiveNetwork& o) const { return chips_ == o.chips_ && links_ == o.links_; }

 private:
  const Topology* topology_;
  std::vector<bool> chips_;
  std::vector<uint64_t> links_;  ///< [chip] mask
};

}  // namespace tinsim
