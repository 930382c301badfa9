// SPDX-License-Identifier: Apache-2.0
// Up*/down*: routes up first, then down, in an order of all chips; one VC phase.
#include "platform/network/routing/up_down.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "platform/network/routing/shortest_path.h"
#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

constexpr unsigned kNoWay = 1u << 30;

/// The chip at the root of the tree, and the distances of all from it.
std::vector<unsigned> distances_to_centre(const Topology& topology) {
  std::vector<unsigned> best;
  std::pair<unsigned, int> least;  // farthest chip, links that are missing
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    std::vector<unsigned> distance = distances_to(topology, chip);
    int links = 0;
    for_each_link(topology, chip, [&](unsigned, const PortInfo&) { ++links; });
    const std::pair<unsigned, int> cost = {*std::max_element(distance.begin(), distance.end()),
                                           -links};
    if (!best.empty() && cost >= least) continue;
    least = cost;
    best = std::move(distance);
  }
  return best;
}

/// Ranks in the order of `level`, then of number.
UpDownRanks ranks_by(const std::vector<unsigned>& level) {
  std::vector<unsigned> order(level.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return level[a] < level[b]; });
  UpDownRanks ranks(level.size());
  for (unsigned rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

}  // namespace

UpDownRanks tree_ranks(const Topology& topology) { return ranks_by(distances_to_centre(topology)); }

UpDownRanks fat_tree_ranks(unsigned chips, unsigned width) {
  std::vector<unsigned> level(chips);
  for (unsigned chip = 0; chip < chips; ++chip) level[chip] = chips / width - 1 - chip / width;
  return ranks_by(level);
}

UpDown::UpDown(const Topology& topology, UpDownRanks ranks)
    : topology_(topology), ranks_(std::move(ranks)), from_top_(ranks_.size()) {
  for (unsigned chip = 0; chip < ranks_.size(); ++chip) from_top_[ranks_[chip]] = chip;
}

void UpDown::aim(unsigned dst) {
  auto& any = left_[0];
  auto& down = left_[1];
  down.assign(ranks_.size(), kNoWay);
  down[dst] = 0;
  // All chips below one are done before it; then all above it.
  for (auto chip = from_top_.rbegin(); chip != from_top_.rend(); ++chip)
    for_each_link(topology_, *chip, [&](unsigned, const PortInfo& link) {
      if (is_above(*chip, link.peer_chip))
        down[*chip] = std::min(down[*chip], down[link.peer_chip] + 1);
    });
  any = down;
  for (unsigned chip : from_top_)
    for_each_link(topology_, chip, [&](unsigned, const PortInfo& link) {
      if (is_above(link.peer_chip, chip)) any[chip] = std::min(any[chip], any[link.peer_chip] + 1);
    });
}

std::vector<uint8_t> UpDown::ports(unsigned chip, unsigned in_class) const {
  std::vector<uint8_t> ports;
  for_each_link(topology_, chip, [&](unsigned port, const PortInfo& link) {
    const bool up = is_above(link.peer_chip, chip);
    if (up && in_class == 1) return;
    const unsigned left = left_[up ? 0 : 1][link.peer_chip] + 1;
    if (left < kNoWay && left == left_[in_class][chip]) ports.push_back(static_cast<uint8_t>(port));
  });
  return ports;
}

}  // namespace tinsim
