// SPDX-License-Identifier: Apache-2.0
// The most of an offered load that a network can deliver: the dual of a maximum flow, by descent
// along subgradients.
#include "platform/network/routing/max_accepted.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "platform/network/routing/cheapest_routes.h"
#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

constexpr double kCloseEnough = 1e-3;          // of the bound
constexpr unsigned kRounds = 400;              // at most
constexpr uint64_t kStepBudget = 100'000'000;  // links visited; about a second

/// Prices of links, then of injection at chips, then of delivery at chips.
using Prices = std::vector<double>;

class Dual {
 public:
  Dual(const Topology& t, const std::vector<RouteTable>& tables, const TrafficMatrix& traffic,
       std::vector<Stream> streams, double offered)
      : chips_(t.chips.size()),
        links_(chips_ * t.ports_per_chip),
        streams_(std::move(streams)),
        capacity_(links_ + 2 * chips_),
        link_prices_(links_),
        sends_(chips_, std::vector<char>(chips_)),
        costs_(chips_ * chips_),
        routes_(t, tables, link_prices_) {
    for (size_t chip = 0; chip < chips_; ++chip)
      for (size_t port = 0; port < t.chips[chip].ports.size(); ++port) {
        const PortKind kind = t.chips[chip].ports[port].kind;
        double& capacity = capacity_[chip * t.ports_per_chip + port];
        if (kind == PortKind::kLocal) capacity = t.local_rate;
        if (kind == PortKind::kGlobal) capacity = t.global_rate;
        if (kind == PortKind::kGlobal) capacity = 1;
      }
    for (size_t host = 0; host < t.hosts.size(); ++host) {
      const double ports = t.hosts[host].ports;
      capacity_[sending(t.hosts[host].chip)] += std::min(ports, offered * traffic.sent(host));
      capacity_[taking(t.hosts[host].chip)] += std::min(ports, offered * traffic.received(host));
    }
    for (Stream& stream : streams_)
      for (auto& [dst, rate] : stream.targets) {
        rate *= offered;
        sends_[dst][stream.chip] = 1;
      }
  }

  size_t prices() const { return capacity_.size(); }
  size_t sending(size_t chip) const { return links_ + chip; }
  size_t taking(size_t chip) const { return links_ + chips_ + chip; }
  uint64_t steps() const { return routes_.steps(); }

  /// The bound at these prices.
  double value(const Prices& y) {
    std::copy_n(y.begin(), links_, link_prices_.begin());
    for (unsigned dst = 0; dst < chips_; ++dst) {
      routes_.price_to(dst, sends_[dst]);
      for (unsigned src = 0; src < chips_; ++src)
        costs_[dst * chips_ + src] = y[sending(src)] + routes_.cost_from(src) + y[taking(dst)];
    }
    demand_.clear();
    double bound = of_ports(y);
    for (const Stream& stream : streams_) {
      double price = 0, all = 0;
      for (const auto& [dst, rate] : stream.targets)
        price += rate * costs_[dst * chips_ + stream.chip], all += rate;
      demand_.emplace_back(price / all, all);
      bound += std::max(0.0, all - price);
    }
    return bound;
  }

  /// Gradient of the bound: capacities less the load of the streams that are worth their price, on
  /// the cheapest routes. At the prices of the last value().
  Prices slope() {
    Prices slope = capacity_;
    std::vector<std::vector<double>> flows(chips_, std::vector<double>(chips_));
    for (size_t i = 0; i < streams_.size(); ++i) {
      if (demand_[i].first >= 1) continue;
      for (const auto& [dst, rate] : streams_[i].targets) {
        flows[dst][streams_[i].chip] += rate;
        slope[sending(streams_[i].chip)] -= rate;
        slope[taking(dst)] -= rate;
      }
    }
    std::vector<double> loads(links_);
    for (unsigned dst = 0; dst < chips_; ++dst) {
      routes_.price_to(dst, sends_[dst]);
      routes_.send(flows[dst], loads);
    }
    for (size_t link = 0; link < links_; ++link) slope[link] -= loads[link];
    return slope;
  }

  /// The factor on the prices of the last value() that makes the bound least, and that bound.
  std::pair<double, double> best_scale(const Prices& y) const {
    auto demand = demand_;
    std::sort(demand.rbegin(), demand.rend());
    double slope = of_ports(y), bound = 0;
    for (const auto& [price, rate] : demand) slope -= price * rate, bound += rate;
    double factor = 0;
    for (const auto& [price, rate] : demand) {
      if (slope >= 0 || price <= 0) break;
      bound += slope * (1 / price - factor);
      factor = 1 / price;
      slope += price * rate;
    }
    return {factor, bound};
  }

 private:
  double of_ports(const Prices& y) const {
    return std::inner_product(y.begin(), y.end(), capacity_.begin(), 0.0);
  }

  size_t chips_, links_;
  std::vector<Stream> streams_;
  Prices capacity_;
  std::vector<double> link_prices_;
  std::vector<std::vector<char>> sends_;  // [to][from]
  std::vector<double> costs_;             // [to, from]
  CheapestRoutes routes_;
  std::vector<std::pair<double, double>> demand_;  // price and rate of each stream
};

/// Subgradient descent towards a level below the best, which moves up where it cannot be reached.
class Descent {
 public:
  Descent(Dual& dual, double reached) : dual_(dual), reached_(reached) {}

  double run(Prices start) {
    visit(start);
    Prices at = best_at_;
    double hope = (best_ - reached_) / 2;
    unsigned unsuccessful = 0;
    for (unsigned round = 0; round < kRounds && dual_.steps() < kStepBudget; ++round) {
      if (best_ <= reached_ * (1 + kCloseEnough) || hope < kCloseEnough / 10 * best_) break;
      const double before = best_;
      const double value = visit(at);
      unsuccessful = best_ < before - hope / 4 ? 0 : unsuccessful + 1;
      if (unsuccessful == 8) {
        hope /= 2, unsuccessful = 0;
        at = best_at_;
        continue;
      }
      step(at, dual_.slope(), value - (best_ - hope));
    }
    return best_;
  }

 private:
  double visit(const Prices& y) {
    const double value = dual_.value(y);
    const auto [factor, scaled] = dual_.best_scale(y);
    if (scaled < best_ || best_at_.empty()) {
      best_ = scaled;
      best_at_ = y;
      for (double& price : best_at_) price *= factor;
    }
    return value;
  }

  static void step(Prices& y, const Prices& slope, double fall) {
    double square = 0;
    for (size_t i = 0; i < y.size(); ++i)
      if (y[i] > 0 || slope[i] < 0) square += slope[i] * slope[i];
    if (square == 0) return;
    for (size_t i = 0; i < y.size(); ++i) y[i] = std::max(0.0, y[i] - slope[i] * fall / square);
  }

  Dual& dual_;
  double reached_, best_ = 0;
  Prices best_at_;
};

std::vector<Stream> one_for_each_pair(const std::vector<Stream>& streams) {
  std::vector<Stream> pairs;
  for (const Stream& stream : streams)
    for (const auto& target : stream.targets) pairs.push_back({stream.chip, {target}});
  return pairs;
}

/// The same targets, each with the same share.
bool are_alike(const Stream& a, const Stream& b) {
  if (a.chip != b.chip || a.targets.size() != b.targets.size()) return false;
  const double factor = b.targets[0].second / a.targets[0].second;
  for (size_t i = 0; i < a.targets.size(); ++i) {
    if (a.targets[i].first != b.targets[i].first) return false;
    const double expected = factor * a.targets[i].second;
    if (std::abs(b.targets[i].second - expected) > 1e-9 * expected) return false;
  }
  return true;
}

}  // namespace

void add_stream(std::vector<Stream>& streams, Stream stream) {
  for (size_t i = streams.size(); i-- > 0 && streams[i].chip == stream.chip;) {
    if (!are_alike(streams[i], stream)) continue;
    for (size_t k = 0; k < stream.targets.size(); ++k)
      streams[i].targets[k].second += stream.targets[k].second;
    return;
  }
  streams.push_back(std::move(stream));
}

double max_accepted(const Topology& t, const std::vector<RouteTable>& tables,
                    const TrafficMatrix& traffic, const std::vector<Stream>& streams,
                    double offered, const ThroughputBound& start, Unfairness unfairness) {
  const auto chips = static_cast<double>(t.chips.size());
  if (offered <= start.per_chip_ports) return offered;
  Dual dual(t, tables, traffic,
            unfairness == Unfairness::kPairs ? one_for_each_pair(streams) : streams, offered);
  Prices prices(dual.prices());
  std::copy(start.prices.begin(), start.prices.end(), prices.begin());
  for (size_t host = 0; host < t.hosts.size() && start.is_terminal_limited(); ++host) {
    const double ports = t.hosts[host].ports, full = start.max_terminal * (1 - 1e-9);
    const unsigned chip = t.hosts[host].chip;
    if (traffic.sent(host) / ports >= full) prices[dual.sending(chip)] = 1;
    if (traffic.received(host) / ports >= full) prices[dual.taking(chip)] = 1;
  }
  return Descent(dual, start.per_chip_ports * chips).run(prices) / chips;
}

}  // namespace tinsim
