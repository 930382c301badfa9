// SPDX-License-Identifier: Apache-2.0
// The cheapest of the routes that tables permit, where every link has a price.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Routes to one chip at a time: price_to(), then cost_from() and send().
class CheapestRoutes {
 public:
  /// `topology`, `tables` and `prices` must outlive this. Prices are those of the outgoing
  /// direction at [chip * ports_per_chip + port], none negative. Precondition:
  /// prove_deadlock_free() holds.
  CheapestRoutes(const Topology& topology, const std::vector<RouteTable>& tables,
                 const std::vector<double>& prices);

  /// Finds the routes from chips with `wanted` to `dst` at the present prices.
  void price_to(unsigned dst, const std::vector<char>& wanted);
  double cost_from(unsigned src) const { return costs_[src]; }
  /// Adds to `loads` the loads of `flows` from each chip on the cheapest routes; equally cheap ones
  /// take equal parts at each chip.
  void send(const std::vector<double>& flows, std::vector<double>& loads);

  uint64_t steps() const { return steps_; }  ///< links visited so far

 private:
  /// A walk towards one address: what places have been priced, each after those that follow it.
  struct Walk {
    std::vector<double> cost, flow;
    std::vector<uint32_t> known;  ///< round in which the cost was found
    std::vector<size_t> order;
    uint32_t round = 0;
    uint16_t address = 0;
    int via = -1;  ///< ends where this pod is entered; -1: at the destination

    void start(uint16_t to, int via_pod) {
      ++round;
      order.clear();
      address = to;
      via = via_pod;
    }
  };

  unsigned chip_of(size_t place) const { return static_cast<unsigned>(place / phases_ / stride_); }
  size_t source(unsigned chip) const;
  bool may_route_via_pod(unsigned src) const;
  bool may_route_directly(unsigned src) const;
  const std::vector<uint8_t>& ports_at(size_t place, uint16_t address);
  size_t after(size_t place, unsigned port) const;
  double cost_of(Walk& walk, size_t place);
  double cost_behind(Walk& walk, size_t next);
  void push(Walk& walk, std::vector<double>& loads);
  template <class Fn>
  void for_each_via(const Fn& fn);

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  const std::vector<double>& prices_;
  unsigned phases_;
  unsigned stride_;                 ///< places of a chip's ports
  bool over_pods_, allows_direct_;  ///< ways between pods that the mode allows
  unsigned dst_ = 0;
  std::vector<char> requested_;
  std::vector<double> costs_;  // [source chip]
  Walk whole_, first_leg_;
  std::vector<std::vector<std::vector<uint8_t>>> ports_;  // [number of table and input][entry]
  std::vector<uint16_t> ports_number_;                    // [chip * stride_ + input port]
  uint64_t steps_ = 0;
};

}  // namespace tinsim
