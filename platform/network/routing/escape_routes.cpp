// SPDX-License-Identifier: Apache-2.0
// Escape routes: the ways of cells without a live route to their chips, on VCs 30 and 31.
#include "platform/network/routing/escape_routes.h"

#include <algorithm>
#include <utility>

#include "platform/network/topology/topology.h"

namespace tinsim {

std::vector<unsigned> escape_ranks(const Topology& topology) {
  std::vector<unsigned> ranks(topology.chips.size(), ~0u);
  unsigned next = 0;
  for (unsigned root = 0; root < ranks.size(); ++root) {  // more than one where nothing joins parts
    if (ranks[root] != ~0u) continue;
    std::vector<unsigned> found = {root};
    ranks[root] = next++;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const PortInfo& port : topology.chips[found[i]].ports) {
        if (!is_link(port) || ranks[port.peer_chip] != ~0u) continue;
        ranks[port.peer_chip] = next++;
        found.push_back(port.peer_chip);
      }
    }
  }
  return ranks;
}

EscapeRoutes::EscapeRoutes(const Topology& topology, const LiveNetwork& live,
                           std::shared_ptr<const std::vector<unsigned>> ranks)
    : topology_(topology),
      live_(live),
      ranks_(std::move(ranks)),
      neighbours_(topology.chips.size()),
      distances_(topology.chips.size()) {
  chip_of_.fill(kNoChip);
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    const ChipInfo& info = topology.chips[chip];
    chip_of_[gnet_address(info.pod, info.tin, 0) >> 6] = static_cast<uint16_t>(chip);
    for (uint64_t left = live.links(chip); left != 0; left &= left - 1) {
      const unsigned port = __builtin_ctzll(left), peer = info.ports[port].peer_chip;
      auto& list = neighbours_[chip];
      auto known = std::find_if(list.begin(), list.end(),
                                [peer](const Neighbour& n) { return n.chip == peer; });
      if (known == list.end()) known = list.insert(list.end(), {peer, leads_up(chip, port), 0});
      known->ports |= uint64_t{1} << port;
    }
  }
}

bool EscapeRoutes::leads_up(unsigned chip, unsigned port) const {
  return (*ranks_)[topology_.chips[chip].ports[port].peer_chip] < (*ranks_)[chip];
}

EscapeRoutes::Way EscapeRoutes::way_of(unsigned chip, unsigned in_port, unsigned vc) const {
  if (vc < kEscapeVc) return kUp;  // like a cell from below
  const bool came_up = !leads_up(chip, in_port);
  if (vc == kEscapeVc) return came_up ? kUp : kDown;
  return came_up ? kUpAgain : kDownAgain;
}

std::array<EscapeRoutes::Way, 2> EscapeRoutes::ways_after(Way way, bool up) {
  switch (way) {
    case kUp:
      return {up ? kUp : kDown, kWays};
    case kDown:
      return up ? std::array<Way, 2>{kWays, kUpAgain} : std::array<Way, 2>{kDown, kWays};
    case kUpAgain:
      return {kWays, up ? kUpAgain : kDownAgain};
    default:
      return {kWays, up ? kWays : kDownAgain};
  }
}

EscapeRoutes::Options EscapeRoutes::options(unsigned chip, unsigned in_port, unsigned vc,
                                            unsigned goal) const {
  const Distances& left = distances(goal);
  const Way way = way_of(chip, in_port, vc);
  const unsigned here = left[chip * kWays + way];
  Options options;
  if (here == kUnreachable) return options;
  for (const Neighbour& next : neighbours_[chip]) {
    const std::array<Way, 2> ways = ways_after(way, next.up);
    for (unsigned i = 0; i < ways.size(); ++i) {
      if (ways[i] != kWays && left[next.chip * kWays + ways[i]] + 1u == here)
        options.ports[i] |= next.ports;
    }
  }
  options.park = options.none();
  return options;
}

unsigned EscapeRoutes::links(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) const {
  const unsigned left = distances(goal)[chip * kWays + way_of(chip, in_port, vc)];
  return left == kUnreachable ? left : left % kPark;
}

unsigned EscapeRoutes::parked(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) const {
  return distances(goal)[chip * kWays + way_of(chip, in_port, vc)] / kPark;
}

const EscapeRoutes::Distances& EscapeRoutes::distances(unsigned goal) const {
  if (distances_[goal].empty()) measure(goal, distances_[goal]);
  return distances_[goal];
}

/// First the routes without parking; then, as long as there are more, the routes that park where a
/// known route begins.
void EscapeRoutes::measure(unsigned goal, Distances& to) const {
  to.assign(neighbours_.size() * kWays, kUnreachable);
  std::vector<unsigned> found;
  for (unsigned way = 0; way < kWays; ++way) {
    to[goal * kWays + way] = 0;
    found.push_back(goal * kWays + way);
  }
  for (unsigned times = 1; !found.empty(); ++times) {
    spread(to, found);
    found.clear();
    for (unsigned chip = 0; chip < neighbours_.size() && times < kUnreachable / kPark; ++chip) {
      if (to[chip * kWays + kUp] == kUnreachable) continue;
      for (unsigned way = 0; way < kWays; ++way) {
        if (to[chip * kWays + way] != kUnreachable) continue;
        to[chip * kWays + way] = static_cast<uint16_t>(times * kPark);
        found.push_back(chip * kWays + way);
      }
    }
  }
}

/// Breadth first from the found states, over hops in reverse.
void EscapeRoutes::spread(Distances& to, std::vector<unsigned>& found) const {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const unsigned chip = found[i] / kWays, way = found[i] % kWays;
    for (const Neighbour& before : neighbours_[chip]) {
      for (unsigned from = 0; from < kWays; ++from) {
        const std::array<Way, 2> ways = ways_after(static_cast<Way>(from), !before.up);
        if (ways[0] != way && ways[1] != way) continue;
        uint16_t& distance = to[before.chip * kWays + from];
        if (distance != kUnreachable) continue;
        distance = static_cast<uint16_t>(to[found[i]] + 1);
        found.push_back(before.chip * kWays + from);
      }
    }
  }
}

}  // namespace tinsim
