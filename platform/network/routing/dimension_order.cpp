// SPDX-License-Identifier: Apache-2.0
// Dimension order with datelines: shortest paths in a torus (Dally and Seitz 1987) or a mesh.
#include "platform/network/routing/dimension_order.h"

#include <algorithm>

#include "platform/network/topology/torus.h"

namespace tinsim {
namespace {

bool is_ring_with_dateline(unsigned radix) { return radix >= 4; }

}  // namespace

unsigned dimension_order_phases(const TopologyConfig& config) {
  if (config.kind == TopologyKind::mesh) return 1;
  return 1 + static_cast<unsigned>(
                 std::count_if(config.dims.begin(), config.dims.end(), is_ring_with_dateline));
}

DimensionOrder::DimensionOrder(const Topology& topology, const TopologyConfig& config, bool by_way)
    : topology_(topology),
      dims_(config.dims),
      wraps_(config.kind != TopologyKind::mesh),
      by_way_(by_way) {
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip)
    place_.push_back(torus_place(dims_, chip));
}

unsigned DimensionOrder::distance(unsigned from, unsigned to, unsigned radix) const {
  if (!wraps_) return std::max(from, to) - std::min(from, to);
  const unsigned ahead = (to + radix - from) % radix;
  return std::min(ahead, radix - ahead);
}

bool DimensionOrder::needs_dateline(unsigned dim) const {
  return wraps_ && is_ring_with_dateline(dims_[dim]);
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
  const bool has_second_link = wraps_ ? needs_dateline(to) : dims_[to] > 2;
  return from == to ? out == in_class && has_second_link : from < to;
}

bool DimensionOrder::next_phase(unsigned chip, const PortInfo& link) const {
  for (size_t d = 0; d < dims_.size(); ++d) {
    const unsigned here = place_[chip][d], there = place_[link.peer_chip][d];
    if (here != there)
      return needs_dateline(static_cast<unsigned>(d)) &&
             std::max(here, there) - std::min(here, there) > 1;
  }
  return false;
}

std::vector<uint8_t> DimensionOrder::ports(unsigned chip, unsigned) const {
  std::vector<uint8_t> ports;
  const std::vector<unsigned>&from = place_[chip], &to = place_[dst_];
  const size_t d = std::mismatch(from.begin(), from.end(), to.begin()).first - from.begin();
  if (d == dims_.size()) return ports;
  const unsigned left = distance(from[d], to[d], dims_[d]);
  for_each_link(topology_, chip, [&](unsigned port, const PortInfo& link) {
    const unsigned next = place_[link.peer_chip][d];
    if (next != from[d] && distance(next, to[d], dims_[d]) < left)
      ports.push_back(static_cast<uint8_t>(port));
  });
  return ports;
}

unsigned DimensionOrder::links_left(unsigned chip) const {
  unsigned links = 0;
  for (size_t d = 0; d < dims_.size(); ++d)
    links += distance(place_[chip][d], place_[dst_][d], dims_[d]);
  return links;
}

}  // namespace tinsim
