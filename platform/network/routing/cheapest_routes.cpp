// SPDX-License-Identifier: Apache-2.0
// The cheapest of the routes that tables permit, where every link has a price.
#include "platform/network/routing/cheapest_routes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

constexpr double kNoRouteCost = std::numeric_limits<double>::infinity();

/// Equal but for rounding.
bool is_cheapest(double cost, double least) { return cost <= least + 1e-12 * (1 + least); }

/// Output ports that an entry can send to.
std::vector<uint8_t> ports_of(const RouteTable& table, unsigned in_port, size_t entry) {
  const Detours* detours = table.routes->detours(entry);
  PortSet all;
  for (unsigned hash = 0; hash < kMinimalEntries + kDetourEntries; ++hash) {
    const uint8_t port = choose_by_hash(table.routes->minimal(entry), detours,
                                        table.permitted_outputs(in_port), hash)
                             .port;
    if (port != kNoRoute) all |= PortSet::of(port);
  }
  std::vector<uint8_t> ports;
  for (; all != PortSet(); all.drop_lowest()) ports.push_back(static_cast<uint8_t>(all.lowest()));
  return ports;
}

}  // namespace

CheapestRoutes::CheapestRoutes(const Topology& topology, const std::vector<RouteTable>& tables,
                               const std::vector<double>& prices)
    : topology_(topology),
      tables_(tables),
      prices_(prices),
      phases_(tables[0].vc_phases),
      stride_(topology.port_stride()),
      over_pods_(has_via_pods(tables[0].mode) && topology.pods > 2),
      allows_direct_(tables[0].mode != RouteMode::valiant),
      costs_(topology.chips.size()),
      ports_number_(topology.chips.size() * stride_) {
  const size_t places = topology.chips.size() * stride_ * phases_;
  for (Walk* walk : {&whole_, &first_leg_}) {
    if (walk == &first_leg_ && !over_pods_) continue;
    walk->cost.resize(places);
    walk->flow.resize(places);
    walk->known.resize(places);
  }
  // Chips that share entries share these too, except where an input's forbidden outputs matter.
  std::map<std::pair<const RouteRows*, PortSet>, uint16_t> numbers;
  for (size_t chip = 0; chip < tables.size(); ++chip)
    for (unsigned in = 0; in < stride_; ++in) {
      const auto number = static_cast<uint16_t>(numbers.size());
      ports_number_[chip * stride_ + in] =
          numbers
              .try_emplace({tables[chip].routes.get(), ~tables[chip].permitted_outputs(in)}, number)
              .first->second;
    }
  ports_.resize(numbers.size());
}

size_t CheapestRoutes::source(unsigned chip) const {
  unsigned port = 0;
  while (topology_.chips[chip].ports[port].kind != PortKind::kTerminal) ++port;
  return (size_t{chip} * stride_ + port) * phases_;
}

bool CheapestRoutes::may_route_via_pod(unsigned src) const {
  return over_pods_ && topology_.chips[src].pod != topology_.chips[dst_].pod;
}
bool CheapestRoutes::may_route_directly(unsigned src) const {
  return allows_direct_ || !may_route_via_pod(src);
}

const std::vector<uint8_t>& CheapestRoutes::ports_at(size_t place, uint16_t address) {
  const size_t in = place / phases_;
  const RouteTable& table = tables_[in / stride_];
  auto& known = ports_[ports_number_[in]];
  if (known.empty()) known.resize(table.routes->entries.size());
  const auto in_port = static_cast<unsigned>(in % stride_);
  const unsigned phase = table.phase_after(in_port, static_cast<unsigned>(place % phases_));
  const size_t row_place = table.place(in_port, phase, address);
  std::vector<uint8_t>& ports = known[table.routes->index[row_place]];
  if (ports.empty()) ports = ports_of(table, in_port, row_place);
  return ports;
}

/// The input that a cell reaches through an output port.
size_t CheapestRoutes::after(size_t place, unsigned port) const {
  const size_t in = place / phases_;
  const PortInfo& link = topology_.chips[in / stride_].ports[port];
  const unsigned phase = tables_[in / stride_].phase_after(static_cast<unsigned>(in % stride_),
                                                           static_cast<unsigned>(place % phases_));
  return (size_t{link.peer_chip} * stride_ + link.peer_port) * phases_ + phase;
}

double CheapestRoutes::cost_behind(Walk& walk, size_t next) {
  const bool ends =
      walk.via >= 0 && topology_.chips[chip_of(next)].pod == static_cast<unsigned>(walk.via);
  return cost_of(ends ? whole_ : walk, next);
}

double CheapestRoutes::cost_of(Walk& walk, size_t place) {
  const unsigned chip = chip_of(place);
  if (chip == dst_) return 0;
  if (walk.known[place] == walk.round) return walk.cost[place];
  double least = kNoRouteCost;
  for (uint8_t port : ports_at(place, walk.address)) {
    ++steps_;
    const double price = prices_[chip * topology_.ports_per_chip + port];
    least = std::min(least, price + cost_behind(walk, after(place, port)));
  }
  walk.known[place] = walk.round;
  walk.cost[place] = least;
  walk.flow[place] = 0;
  walk.order.push_back(place);
  return least;
}

/// Calls fn(pod) for each pod that cells to the destination may be sent over, its routes priced.
template <class Fn>
void CheapestRoutes::for_each_via(const Fn& fn) {
  for (unsigned pod = 0; over_pods_ && pod < topology_.pods; ++pod) {
    if (pod == topology_.chips[dst_].pod) continue;
    first_leg_.start(gnet_address(pod, 0, 0), static_cast<int>(pod));
    fn(pod);
  }
}

void CheapestRoutes::price_to(unsigned dst, const std::vector<char>& wanted) {
  dst_ = dst;
  requested_ = wanted;
  whole_.start(topology_.address(dst), -1);
  for (unsigned src = 0; src < costs_.size(); ++src) {
    costs_[src] = kNoRouteCost;
    if (wanted[src] && may_route_directly(src)) costs_[src] = cost_of(whole_, source(src));
  }
  for_each_via([&](unsigned pod) {
    for (unsigned src = 0; src < costs_.size(); ++src)
      if (wanted[src] && may_route_via_pod(src) && topology_.chips[src].pod != pod)
        costs_[src] = std::min(costs_[src], cost_of(first_leg_, source(src)));
  });
}

/// Moves flow on from the places of a walk, in topological order.
void CheapestRoutes::push(Walk& walk, std::vector<double>& loads) {
  for (size_t i = walk.order.size(); i-- > 0;) {
    const size_t place = walk.order[i];
    const double flow = walk.flow[place];
    if (flow == 0) continue;
    walk.flow[place] = 0;
    const unsigned first = chip_of(place) * topology_.ports_per_chip;
    std::vector<uint8_t> cheapest;
    for (uint8_t port : ports_at(place, walk.address))
      if (is_cheapest(prices_[first + port] + cost_behind(walk, after(place, port)),
                      walk.cost[place]))
        cheapest.push_back(port);
    for (uint8_t port : cheapest) {
      const double part = flow / static_cast<double>(cheapest.size());
      loads[first + port] += part;
      const size_t next = after(place, port);
      const unsigned chip = chip_of(next);
      if (chip == dst_) continue;
      const bool ends =
          walk.via >= 0 && topology_.chips[chip].pod == static_cast<unsigned>(walk.via);
      (ends ? whole_ : walk).flow[next] += part;
    }
  }
}

void CheapestRoutes::send(const std::vector<double>& flows, std::vector<double>& loads) {
  std::vector<double> ways(flows.size());  // equally cheap: straight, and over each pod
  const auto counts = [&](unsigned src, double cost) {
    return flows[src] > 0 && is_cheapest(cost, costs_[src]);
  };
  const auto over = [&](unsigned src, unsigned pod) {
    return flows[src] > 0 && may_route_via_pod(src) && topology_.chips[src].pod != pod &&
           counts(src, cost_of(first_leg_, source(src)));
  };
  const auto straight = [&](unsigned src) {
    return flows[src] > 0 && may_route_directly(src) && counts(src, cost_of(whole_, source(src)));
  };
  for (unsigned src = 0; src < flows.size(); ++src) ways[src] += straight(src);
  for_each_via([&](unsigned pod) {
    for (unsigned src = 0; src < flows.size(); ++src) ways[src] += over(src, pod);
  });
  for_each_via([&](unsigned pod) {
    for (unsigned src = 0; src < flows.size(); ++src)
      if (over(src, pod)) first_leg_.flow[source(src)] += flows[src] / ways[src];
    push(first_leg_, loads);
  });
  for (unsigned src = 0; src < flows.size(); ++src)
    if (straight(src) && src != dst_) whole_.flow[source(src)] += flows[src] / ways[src];
  push(whole_, loads);
}

}  // namespace tinsim
