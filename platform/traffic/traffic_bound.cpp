// SPDX-License-Identifier: Apache-2.0
// Upper bound of the configured traffic: traffic matrix from the configuration.
#include "platform/traffic/traffic_bound.h"

#include <algorithm>

#include "platform/traffic/pattern.h"

namespace tinsim {

namespace {

double host_rate(const PlatformConfig& config, const Topology& topology, const TrafficConfig& entry,
                 unsigned host) {
  const bool sends = entry.sources.empty() || contains(entry.sources, host);
  const bool sink = entry.pattern == TrafficPattern::incast && contains(entry.targets, host);
  if (!sends || sink) return 0;
  return port_word_rate(config, topology, entry, host) * topology.hosts[host].ports;
}

/// Share of each chip in the cells of one host that are spread over whole chips: of the chips to
/// which they may go, by the number of their hosts.
class ChipTargets {
 public:
  ChipTargets(const PlatformConfig& config, const Topology& t, const TrafficConfig& entry)
      : single_(config.topology.kind == TopologyKind::single),
        t_(t),
        entry_(entry),
        hosts_on_(t.chips.size()),
        first_of_group_(first_hosts_of_groups(t)) {
    for (const HostInfo& host : t.hosts) ++hosts_on_[host.chip];
  }

  /// Calls fn(chip, share).
  template <class Fn>
  void for_each(unsigned from, const Fn& fn) const {
    const std::vector<unsigned> chips = chips_for(from);
    double hosts = 0;
    for (unsigned chip : chips) hosts += hosts_on_[chip];
    for (unsigned chip : chips) fn(chip, hosts_on_[chip] / hosts);
  }

 private:
  std::vector<unsigned> chips_for(unsigned from) const {
    const unsigned own = t_.hosts[from].chip;
    std::vector<unsigned> chips;
    const auto add = [&](unsigned first, unsigned count) {
      for (unsigned chip = first; chip < std::min<size_t>(first + count, t_.chips.size()); ++chip)
        if (hosts_on_[chip] != 0) chips.push_back(chip);
    };
    if (entry_.pattern == TrafficPattern::adversarial) {
      add(t_.hosts[first_of_next_group(from)].chip / t_.adversary_chips * t_.adversary_chips,
          t_.adversary_chips);
    } else if (entry_.pattern == TrafficPattern::local_adversarial) {
      const unsigned tins = t_.tins_per_pod, tin = t_.chips[own].tin;
      add(own - tin + (tin + entry_.offset) % tins, 1);
    } else {
      add(0, own);
      add(single_ ? own : own + 1, static_cast<unsigned>(t_.chips.size()));
    }
    return chips;
  }

  unsigned first_of_next_group(unsigned host) const {
    const auto next = std::upper_bound(first_of_group_.begin(), first_of_group_.end(), host);
    const auto own = next - first_of_group_.begin() - 1;
    return first_of_group_[(static_cast<size_t>(own) + entry_.offset) % first_of_group_.size()];
  }

  bool single_;
  const Topology& t_;
  const TrafficConfig& entry_;
  std::vector<unsigned> hosts_on_;
  std::vector<unsigned> first_of_group_;
};

/// Of the cells of host `from`. The only target of a hotspot sends all its cells elsewhere.
double hot_share(const TrafficConfig& entry, unsigned from) {
  if (entry.pattern == TrafficPattern::incast) return 1;
  const bool aims =
      entry.pattern == TrafficPattern::hotspot && entry.targets != std::vector<unsigned>{from};
  return aims ? entry.fraction : 0;
}

std::vector<unsigned> hot_targets(const TrafficConfig& entry, unsigned from) {
  std::vector<unsigned> targets = entry.targets;
  targets.erase(std::remove(targets.begin(), targets.end(), from), targets.end());
  return targets;
}

/// Adds the traffic of one entry from one host, in units of the mean host's rate.
class HostTraffic {
 public:
  HostTraffic(const Topology& t, KnownTraffic& traffic, unsigned from)
      : t_(t),
        traffic_(traffic),
        from_(from),
        unit_(static_cast<double>(t.chips.size()) / static_cast<double>(t.hosts.size())),
        rates_(t.chips.size()) {}

  void add(const std::vector<unsigned>& targets, double share) {
    const double part = share / static_cast<double>(targets.size());
    for (unsigned to : targets) {
      traffic_.matrix.add(from_, to, part);
      rates_[t_.hosts[to].chip] += part * unit_;
    }
  }
  void add(const ChipTargets& targets, double share) {
    targets.for_each(from_, [&](unsigned chip, double part) {
      traffic_.matrix.add_to_chip(from_, chip, share * part);
      rates_[chip] += share * part * unit_;
    });
  }
  void end() {
    Stream stream{t_.hosts[from_].chip, {}};
    for (unsigned chip = 0; chip < rates_.size(); ++chip)
      if (rates_[chip] > 0) stream.targets.emplace_back(chip, rates_[chip]);
    if (!stream.targets.empty()) add_stream(traffic_.streams, std::move(stream));
  }

 private:
  const Topology& t_;
  KnownTraffic& traffic_;
  unsigned from_;
  double unit_;
  std::vector<double> rates_;  // by target chip
};

void add_entry(const PlatformConfig& config, const Topology& t, size_t index, double mean_host_rate,
               KnownTraffic& traffic) {
  const TrafficConfig& entry = config.traffic[index];
  std::vector<uint16_t> target_of;
  if (entry.pattern == TrafficPattern::permutation) {
    target_of = random_derangement(static_cast<uint16_t>(t.hosts.size()), config.run.seed,
                                   static_cast<uint32_t>(index));
  }
  const ChipTargets chips(config, t, entry);
  for (unsigned from = 0; from < t.hosts.size(); ++from) {
    const double share = host_rate(config, t, entry, from) / mean_host_rate;
    if (share == 0) continue;
    HostTraffic host(t, traffic, from);
    const double hot = hot_share(entry, from);
    if (!target_of.empty()) {
      host.add({target_of[from]}, share);
    } else {
      if (hot > 0) host.add(hot_targets(entry, from), share * hot);
      if (hot < 1) host.add(chips, share * (1 - hot));
    }
    host.end();
  }
}

}  // namespace

double offered_ports_per_chip(const PlatformConfig& config, const Topology& topology) {
  double words = 0;
  for (const TrafficConfig& entry : config.traffic) {
    if (entry.is_recorded()) continue;
    for (unsigned host = 0; host < topology.hosts.size(); ++host) {
      words += host_rate(config, topology, entry, host);
    }
  }
  return words / static_cast<double>(topology.chips.size());
}

std::optional<KnownTraffic> known_traffic(const PlatformConfig& config, const Topology& topology) {
  const double per_chip = offered_ports_per_chip(config, topology);
  if (per_chip == 0 || config.ip.enabled || config.rma.enabled) return std::nullopt;
  const double mean_host_rate = per_chip * static_cast<double>(topology.chips.size()) /
                                static_cast<double>(topology.hosts.size());
  const bool single = config.topology.kind == TopologyKind::single;
  KnownTraffic traffic{TrafficMatrix(topology), {}, per_chip};
  for (size_t index = 0; index < config.traffic.size(); ++index) {
    const TrafficConfig& entry = config.traffic[index];
    if (entry.is_recorded() || (entry.pattern == TrafficPattern::permutation && single))
      return std::nullopt;
    add_entry(config, topology, index, mean_host_rate, traffic);
  }
  return traffic;
}

const char* bound_condition(const PlatformConfig& config) {
  const bool weighs_queues =
      config.routing.mode == RouteMode::fully_adaptive || config.routing.mode == RouteMode::ugal_l;
  return weighs_queues ? "all sources slow down alike and take the routes of a list equally often"
                       : "all sources slow down alike";
}

std::optional<ThroughputBound> traffic_bound(const PlatformConfig& config, const Topology& topology,
                                             const std::vector<RouteTable>& tables) {
  const auto traffic = known_traffic(config, topology);
  if (!traffic) return std::nullopt;
  return throughput_bound(topology, tables, traffic->matrix);
}

}  // namespace tinsim
