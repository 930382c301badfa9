// SPDX-License-Identifier: Apache-2.0
// Dimension order with datelines: shortest paths in a torus (Dally and Seitz 1987) or a mesh.
#pragma once

#include "platform/network/routing/next_hops.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// One phase, and one more for each dimension in whose rings a route can have two links or more:
/// four chips or more. A mesh has no rings.
unsigned dimension_order_phases(const TopologyConfig& config);

/// A cell takes its dimensions in order, each the shorter way round, either way if both are equally
/// short. The link between the last and the first chip of a ring is its dateline: a cell that has
/// crossed it continues in the next phase and never crosses another of that dimension. So
/// (dimension, phase, chips since the dateline) rises along a route.
class DimensionOrder : public NextHops {
 public:
  /// Precondition: the topology is that of `config`, a torus or a mesh. `by_way`: inputs are
  /// distinguished by dimension and direction, so that cells may take the longer way round.
  DimensionOrder(const Topology& topology, const TopologyConfig& config, bool by_way = false);

  unsigned classes() const override {
    return by_way_ ? 1 + 2 * static_cast<unsigned>(dims_.size()) : 1;
  }
  unsigned port_class(unsigned chip, const PortInfo& link) const override {
    return by_way_ ? way(link.peer_chip, chip) : 0;
  }
  /// On in its direction or into a later dimension. Rings without a dateline have no second link.
  bool may_turn(unsigned chip, unsigned in_class, const PortInfo& link) const override;
  bool next_phase(unsigned chip, const PortInfo& link) const override;
  void aim(unsigned dst) override { dst_ = dst; }
  std::vector<uint8_t> ports(unsigned chip, unsigned in_class) const override;
  unsigned links_left(unsigned chip) const override;

 private:
  /// Links between two places of a row, by the shorter way.
  unsigned distance(unsigned from, unsigned to, unsigned radix) const;
  bool needs_dateline(unsigned dim) const;
  /// 1 + 2 * dimension + direction, of the link between two neighbours.
  unsigned way(unsigned from, unsigned to) const;

  const Topology& topology_;
  std::vector<unsigned> dims_;
  bool wraps_;
  bool by_way_;
  std::vector<std::vector<unsigned>> place_;  ///< by chip
  unsigned dst_ = 0;
};

}  // namespace tinsim
