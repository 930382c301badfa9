// SPDX-License-Identifier: Apache-2.0
// Throughput bound: the load that a traffic pattern puts on the busiest link, from tables alone.
#include "platform/network/routing/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "platform/network/routing/link_loads.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

TrafficMatrix::TrafficMatrix(const Topology& topology)
    : topology_(&topology),
      chips_(topology.chips.size()),
      rate_(chips_ * chips_),
      sent_(topology.hosts.size()),
      received_(topology.hosts.size()),
      received_on_chip_(chips_),
      hosts_on_chip_(chips_),
      host_rate_(static_cast<double>(chips_) / static_cast<double>(topology.hosts.size())) {
  for (const HostInfo& host : topology.hosts) ++hosts_on_chip_[host.chip];
}

void TrafficMatrix::add(unsigned from, unsigned to, double share) {
  const double rate = share * host_rate_;
  rate_[topology_->hosts[from].chip * chips_ + topology_->hosts[to].chip] += rate;
  sent_[from] += rate;
  received_[to] += rate;
}

void TrafficMatrix::add_to_chip(unsigned from, unsigned chip, double share) {
  const double rate = share * host_rate_;
  rate_[topology_->hosts[from].chip * chips_ + chip] += rate;
  sent_[from] += rate;
  received_on_chip_[chip] += rate;
}

double TrafficMatrix::injected() const { return std::accumulate(sent_.begin(), sent_.end(), 0.0); }

double TrafficMatrix::busiest_terminal() const {
  double busiest = 0;
  for (size_t h = 0; h < sent_.size(); ++h)
    busiest = std::max(busiest, std::max(sent_[h], received(h)) / topology_->hosts[h].ports);
  return busiest;
}

namespace {

/// Each host sends equally to all hosts for which `is_target(from, to)`.
template <class Fn>
TrafficMatrix equal_matrix(const Topology& t, const Fn& is_target) {
  TrafficMatrix matrix(t);
  std::vector<unsigned> targets;
  for (unsigned from = 0; from < t.hosts.size(); ++from) {
    targets.clear();
    for (unsigned to = 0; to < t.hosts.size(); ++to)
      if (is_target(from, to)) targets.push_back(to);
    for (unsigned to : targets) matrix.add(from, to, 1.0 / static_cast<double>(targets.size()));
  }
  return matrix;
}

void set_limit(ThroughputBound& bound) {
  const double busiest = std::max({bound.max_local, bound.max_global, bound.max_terminal});
  if (busiest == 0) return;
  bound.per_chip_ports = 1 / busiest;
  if (busiest == bound.max_terminal) bound.limited_by = "terminal ports";
  if (busiest == bound.max_local) bound.limited_by = "local links";
  if (busiest == bound.max_global) bound.limited_by = "global links";
}

}  // namespace

TrafficMatrix uniform_matrix(const Topology& t) {
  return equal_matrix(t, [](unsigned from, unsigned to) { return from != to; });
}

TrafficMatrix adversarial_matrix(const Topology& t, unsigned offset) {
  return equal_matrix(t, [&](unsigned from, unsigned to) {
    const unsigned pod = t.chips[t.hosts[from].chip].pod;
    return t.chips[t.hosts[to].chip].pod == (pod + offset) % t.pods;
  });
}

TrafficMatrix local_adversarial_matrix(const Topology& t, unsigned offset) {
  return equal_matrix(t, [&](unsigned from, unsigned to) {
    const ChipInfo& src = t.chips[t.hosts[from].chip];
    const ChipInfo& dst = t.chips[t.hosts[to].chip];
    return dst.pod == src.pod && dst.tin == (src.tin + offset) % t.tins_per_pod;
  });
}

TrafficMatrix permutation_matrix(const Topology& t, const std::vector<unsigned>& target_of) {
  TrafficMatrix matrix(t);
  for (unsigned from = 0; from < target_of.size(); ++from) matrix.add(from, target_of[from], 1);
  return matrix;
}

namespace {

constexpr double kSameLoad = 1e-7;

/// Loads of links, [chip * ports_per_chip + port], as shares of what each can carry.
std::vector<double> shares_of_capacity(const Topology& t, std::vector<double> loads) {
  for (size_t i = 0; i < loads.size(); ++i) {
    const PortKind kind = t.chips[i / t.ports_per_chip].ports[i % t.ports_per_chip].kind;
    if (kind == PortKind::kLocal) loads[i] /= t.local_rate;
    if (kind == PortKind::kGlobal) loads[i] /= t.global_rate;
  }
  return loads;
}

ThroughputBound bound_of(const Topology& t, const TrafficMatrix& traffic,
                         const std::vector<double>& loads) {
  ThroughputBound bound;
  bound.max_terminal = traffic.busiest_terminal();
  const double links = std::accumulate(loads.begin(), loads.end(), 0.0);
  const std::vector<double> shares = shares_of_capacity(t, loads);
  for (size_t i = 0; i < loads.size(); ++i) {
    const PortKind kind = t.chips[i / t.ports_per_chip].ports[i % t.ports_per_chip].kind;
    double& most = kind == PortKind::kGlobal ? bound.max_global : bound.max_local;
    most = std::max(most, shares[i]);
  }
  if (traffic.injected() > 0) bound.mean_links = links / traffic.injected();
  set_limit(bound);
  const double full = std::max(bound.max_local, bound.max_global) * (1 - kSameLoad);
  bound.prices.resize(loads.size());
  for (size_t i = 0; i < loads.size(); ++i)
    bound.prices[i] = shares[i] >= full && full > 0 && !bound.is_terminal_limited() ? 1 : 0;
  return bound;
}

/// Loads of the pure ways to route the two parts of the traffic: a share x of the traffic that
/// leaves its pod, and a share y of the rest, is routed non-minimally.
class Mixture {
 public:
  Mixture(const Topology& t, const std::vector<RouteTable>& tables, const TrafficMatrix& traffic)
      : between_{between(t, tables, traffic, RouteUse::kOverAPod),
                 between(t, tables, traffic, RouteUse::kMinimal)},
        in_pods_{in_pods(t, tables, traffic, RouteUse::kNonMinimal),
                 in_pods(t, tables, traffic, RouteUse::kMinimal)} {
    const auto over_pods = shares_of_capacity(t, between_[0]);
    const auto direct = shares_of_capacity(t, between_[1]);
    const auto detours = shares_of_capacity(t, in_pods_[0]);
    const auto lanes = shares_of_capacity(t, in_pods_[1]);
    for (size_t i = 0; i < over_pods.size(); ++i)
      kinds_.insert(
          {rounded(over_pods[i]), rounded(direct[i]), rounded(detours[i]), rounded(lanes[i])});
  }

  /// Bound at the shares that make the busiest link least busy.
  ThroughputBound bound(const Topology& t, const TrafficMatrix& traffic) const {
    const double x = least([&](double share) { return busiest(share, best_y(share)); });
    const double y = best_y(x);
    std::vector<double> loads(between_[0].size());
    for (size_t i = 0; i < loads.size(); ++i)
      loads[i] = (1 - x) * between_[0][i] + x * between_[1][i] + (1 - y) * in_pods_[0][i] +
                 y * in_pods_[1][i];
    ThroughputBound bound = bound_of(t, traffic, loads);
    balance(bound.prices, between_) || balance(bound.prices, in_pods_);
    return bound;
  }

 private:
  using Loads = std::vector<double>;

  /// Where cells pass random chips, all traffic does; the pods of such a network are only chips in
  /// a row.
  static bool has_pods(const std::vector<RouteTable>& tables) {
    return tables[0].first_leg_phases == 0;
  }
  static Loads between(const Topology& t, const std::vector<RouteTable>& tables,
                       const TrafficMatrix& traffic, RouteUse use) {
    return link_loads(t, tables, traffic, use,
                      has_pods(tables) ? TrafficPart::kBetweenPods : TrafficPart::kAll);
  }
  static Loads in_pods(const Topology& t, const std::vector<RouteTable>& tables,
                       const TrafficMatrix& traffic, RouteUse use) {
    if (!has_pods(tables)) return Loads(t.chips.size() * t.ports_per_chip);
    return link_loads(t, tables, traffic, use, TrafficPart::kInPods);
  }

  /// Weighs the full links so that no other share of the routes would be cheaper; false if all of
  /// them require the same change of the share.
  static bool balance(std::vector<double>& prices, const std::array<std::vector<double>, 2>& part) {
    double rise = 0, fall = 0;
    for (size_t i = 0; i < prices.size(); ++i) {
      const double change = prices[i] * (part[1][i] - part[0][i]);
      (change > 0 ? rise : fall) += std::abs(change);
    }
    if (rise == 0 || fall == 0) return false;
    for (size_t i = 0; i < prices.size(); ++i)
      if (part[1][i] > part[0][i]) prices[i] *= fall / rise;
    return true;
  }

  static double rounded(double load) { return std::round(load * 1e12) / 1e12; }

  double best_y(double x) const {
    return least([&](double y) { return busiest(x, y); });
  }
  double busiest(double x, double y) const {
    double most = 0;
    for (const auto& k : kinds_)
      most = std::max(most, (1 - x) * k[0] + x * k[1] + (1 - y) * k[2] + y * k[3]);
    constexpr double kPreferMinimal = 1e-9;  // where it makes no difference
    return most - kPreferMinimal * (x + y);
  }
  /// Where a convex function of 0..1 is least, by golden section.
  template <class Fn>
  static double least(const Fn& fn) {
    constexpr double kGolden = 0.6180339887498949;
    double low = 0, high = 1, a = 1 - kGolden, b = kGolden, at_a = fn(a), at_b = fn(b);
    while (high - low > 1e-10) {
      if (at_a < at_b) {
        high = b, b = a, at_b = at_a, a = high - kGolden * (high - low), at_a = fn(a);
      } else {
        low = a, a = b, at_a = at_b, b = low + kGolden * (high - low), at_b = fn(b);
      }
    }
    return fn(1) <= fn((low + high) / 2) ? 1 : (low + high) / 2;
  }

  std::array<std::vector<double>, 2> between_, in_pods_;
  std::set<std::array<double, 4>> kinds_;  ///< links that differ
};

}  // namespace

ThroughputBound throughput_bound(const Topology& t, const std::vector<RouteTable>& tables,
                                 const TrafficMatrix& traffic) {
  switch (tables[0].mode) {
    case RouteMode::fully_adaptive:
    case RouteMode::ugal_l:
      return Mixture(t, tables, traffic).bound(t, traffic);
    case RouteMode::deterministic:
      return bound_of(t, traffic, link_loads(t, tables, traffic, RouteUse::kAll));
    case RouteMode::valiant:
      return bound_of(t, traffic, link_loads(t, tables, traffic, RouteUse::kOverAPod));
    default:
      return bound_of(t, traffic, link_loads(t, tables, traffic, RouteUse::kMinimal));
  }
}

}  // namespace tinsim
