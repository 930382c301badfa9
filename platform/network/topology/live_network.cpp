// SPDX-License-Identifier: Apache-2.0
// The live part of a network in which links and TiNs have failed.
#include "platform/network/topology/live_network.h"

namespace tinsim {

LiveNetwork::LiveNetwork(const Topology& topology)
    : topology_(&topology), chips_(topology.chips.size(), true), links_(topology.chips.size()) {
  for (const LinkEnd& end : named_ends(topology, "all"))
    links_[end.chip] |= uint64_t{1} << end.port;
}

void LiveNetwork::fail_link(const LinkEnd& end) {
  const LinkEnd far = far_end(*topology_, end);
  links_[end.chip] &= ~(uint64_t{1} << end.port);
  links_[far.chip] &= ~(uint64_t{1} << far.port);
}

std::vector<unsigned> LiveNetwork::parts() const {
  constexpr unsigned kNone = ~0u;
  std::vector<unsigned> part(chips_.size(), kNone);
  for (unsigned first = 0; first < part.size(); ++first) {
    if (part[first] != kNone) continue;
    part[first] = first;
    std::vector<unsigned> pending = {first};
    while (!pending.empty()) {
      const unsigned chip = pending.back();
      pending.pop_back();
      for (uint64_t left = links_[chip]; left != 0; left &= left - 1) {
        const unsigned next = topology_->chips[chip].ports[__builtin_ctzll(left)].peer_chip;
        if (part[next] != kNone) continue;
        part[next] = first;
        pending.push_back(next);
      }
    }
  }
  return part;
}

}  // namespace tinsim
