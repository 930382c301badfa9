// SPDX-License-Identifier: Apache-2.0
// Dimension order with datelines: shortest paths in a torus (Dally and Seitz 1987).
#include "platform/network/routing/dimension_order.h"

#include <algorithm>

#include "platform/network/topology/torus.h"

namespace tinsim {
namespace {

bool needs_dateline(unsigned radix) { return radix >= 4; }

unsigned ring_distance(unsigned from, unsigned to, unsigned radix) {
  const unsigned ahead = (to + radix - from) % radix;
  return std::min(ahead, radix - ahead);
}

}  // namespace

unsigned dimension_order_phases(const std::vector<unsigned>& dims) {
  return 1 + static_cast<unsigned>(std::count_if(dims.begin(), dims.end(), needs_dateline));
}

DimensionOrder::DimensionOrder(const Topology& topology, const std::vector<unsigned>& dims,
                               bool by_way)
    : topology_(topology), dims_(dims), by_way_(by_way) {
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip)
    place_.push_back(torus_place(dims, chip));
}

unsigned DimensionOrder::way(unsigned from, unsigned to) const {
  const std::vector<unsigned>&a = place_[from], &b = place_[to];
  const auto d =
      static_cast<unsigned>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  return 1 + 2 * d + ((a[d] + 1) % dims_[d] == b[d]);
}

bool DimensionOrder::may_turn(unsigned chip, unsigned in_class, const PortInfo& link) const {
  if (in_class == 0) return true;
  const unsigned out = way(chip, link.peer_chip);
  const unsigned from = (in_class - 1) / 2, to = (out - 1) / 2;
  return from == to ? out == in_class && needs_dateline(dims_[to]) : from < to;
}

bool DimensionOrder::next_phase(unsigned chip, const PortInfo& link) const {
  for (size_t d = 0; d < dims_.size(); ++d) {
    const unsigned here = place_[chip][d], there = place_[link.peer_chip][d];
    if (here != there)
      return needs_dateline(dims_[d]) && std::max(here, there) - std::min(here, there) > 1;
  }
  return false;
}

std::vector<uint8_t> DimensionOrder::ports(unsigned chip, unsigned) const {
  std::vector<uint8_t> ports;
  const std::vector<unsigned>&from = place_[chip], &to = place_[dst_];
  const size_t d = std::mismatch(from.begin(), from.end(), to.begin()).first - from.begin();
  if (d == dims_.size()) return ports;
  const unsigned left = ring_distance(from[d], to[d], dims_[d]);
  for_each_link(topology_, chip, [&](unsigned port, const PortInfo& link) {
    const unsigned next = place_[link.peer_chip][d];
    if (next != from[d] && ring_distance(next, to[d], dims_[d]) < left)
      ports.push_back(static_cast<uint8_t>(port));
  });
  return ports;
}

unsigned DimensionOrder::links_left(unsigned chip) const {
  unsigned links = 0;
  for (size_t d = 0; d < dims_.size(); ++d)
    links += ring_distance(place_[chip][d], place_[dst_][d], dims_[d]);
  return links;
}

}  // namespace tinsim
