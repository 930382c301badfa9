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

/// Whether a cell of `entry`, a hot one or another, may be sent from one host to the other.
bool is_target(const PlatformConfig& config, const Topology& t, const TrafficConfig& entry,
               bool hot, unsigned from, unsigned to) {
  const ChipInfo& a = t.chips[t.hosts[from].chip];
  const ChipInfo& b = t.chips[t.hosts[to].chip];
  if (hot) return from != to && contains(entry.targets, to);
  if (entry.pattern == TrafficPattern::adversarial) return b.pod == (a.pod + entry.offset) % t.pods;
  if (entry.pattern == TrafficPattern::local_adversarial) {
    return b.pod == a.pod && b.tin == (a.tin + entry.offset) % t.tins_per_pod;
  }
  return config.topology.kind == TopologyKind::single || t.hosts[from].chip != t.hosts[to].chip;
}

/// Of the cells of host `from`. The only target of a hotspot sends all its cells elsewhere.
double hot_share(const TrafficConfig& entry, unsigned from) {
  if (entry.pattern == TrafficPattern::incast) return 1;
  const bool aims =
      entry.pattern == TrafficPattern::hotspot && entry.targets != std::vector<unsigned>{from};
  return aims ? entry.fraction : 0;
}

std::vector<unsigned> targets_of(const PlatformConfig& config, const Topology& t,
                                 const TrafficConfig& entry, bool hot, unsigned from) {
  std::vector<unsigned> targets;
  for (unsigned to = 0; to < t.hosts.size(); ++to) {
    if (is_target(config, t, entry, hot, from, to)) targets.push_back(to);
  }
  return targets;
}

/// Adds the traffic of one entry from one host, in units of the mean host's rate.
class HostTraffic {
 public:
  HostTraffic(const Topology& t, KnownTraffic& traffic, unsigned from)
      : t_(t), traffic_(traffic), from_(from), rates_(t.chips.size()) {}

  void add(const std::vector<unsigned>& targets, double share) {
    const double part = share / static_cast<double>(targets.size());
    for (unsigned to : targets) {
      traffic_.matrix.add(from_, to, part);
      rates_[t_.hosts[to].chip] +=
          part * static_cast<double>(t_.chips.size()) / static_cast<double>(t_.hosts.size());
    }
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
  for (unsigned from = 0; from < t.hosts.size(); ++from) {
    const double share = host_rate(config, t, entry, from) / mean_host_rate;
    if (share == 0) continue;
    HostTraffic host(t, traffic, from);
    const double hot = hot_share(entry, from);
    if (!target_of.empty()) {
      host.add({target_of[from]}, share);
    } else {
      if (hot > 0) host.add(targets_of(config, t, entry, true, from), share * hot);
      if (hot < 1) host.add(targets_of(config, t, entry, false, from), share * (1 - hot));
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
