// SPDX-License-Identifier: Apache-2.0
// What the configured traffic can reach at most: traffic matrix from the configuration.
#include "platform/traffic_bound.h"

#include <algorithm>

namespace tinsim {

namespace {

double host_rate(const PlatformConfig& config, const Topology& topology, const TrafficConfig& entry,
                 unsigned host) {
  const bool sends = entry.sources.empty() || contains(entry.sources, host);
  const bool sink = entry.pattern == "incast" && contains(entry.targets, host);
  if (!sends || sink) return 0;
  return port_word_rate(config, topology, entry, host) * topology.hosts[host].ports;
}

/// Whether a cell of `entry`, a hot one or another, may go from one host to the other.
bool is_target(const PlatformConfig& config, const Topology& t, const TrafficConfig& entry,
               bool hot, unsigned from, unsigned to) {
  const ChipInfo& a = t.chips[t.hosts[from].chip];
  const ChipInfo& b = t.chips[t.hosts[to].chip];
  if (hot) return from != to && contains(entry.targets, to);
  if (entry.pattern == "adversarial") return b.pod == (a.pod + entry.offset) % t.pods;
  if (entry.pattern == "local_adversarial") {
    return b.pod == a.pod && b.tin == (a.tin + entry.offset) % t.tins_per_pod;
  }
  return config.topology.kind == "single" || t.hosts[from].chip != t.hosts[to].chip;
}

/// Of the cells of host `from`. The only target of a hotspot sends all its cells elsewhere.
double hot_share(const TrafficConfig& entry, unsigned from) {
  if (entry.pattern == "incast") return 1;
  const bool aims = entry.pattern == "hotspot" && entry.targets != std::vector<unsigned>{from};
  return aims ? entry.fraction : 0;
}

void add_flow(const PlatformConfig& config, const Topology& t, const TrafficConfig& entry, bool hot,
              unsigned from, double share, TrafficMatrix& matrix) {
  std::vector<unsigned> targets;
  for (unsigned to = 0; to < t.hosts.size(); ++to) {
    if (is_target(config, t, entry, hot, from, to)) targets.push_back(to);
  }
  for (unsigned to : targets) matrix.add(from, to, share / static_cast<double>(targets.size()));
}

}  // namespace

double offered_ports_per_chip(const PlatformConfig& config, const Topology& topology) {
  double words = 0;
  for (const TrafficConfig& entry : config.traffic) {
    if (is_replay(entry)) continue;
    for (unsigned host = 0; host < topology.hosts.size(); ++host) {
      words += host_rate(config, topology, entry, host);
    }
  }
  return words / static_cast<double>(topology.chips.size());
}

std::optional<ThroughputBound> traffic_bound(const PlatformConfig& config, const Topology& topology,
                                             const std::vector<RouteTable>& tables) {
  const double per_chip = offered_ports_per_chip(config, topology);
  if (per_chip == 0) return std::nullopt;
  const double mean_host_rate = per_chip * static_cast<double>(topology.chips.size()) /
                                static_cast<double>(topology.hosts.size());
  TrafficMatrix matrix(topology);
  for (const TrafficConfig& entry : config.traffic) {
    if (is_replay(entry) || entry.pattern == "permutation") return std::nullopt;
    for (unsigned from = 0; from < topology.hosts.size(); ++from) {
      const double share = host_rate(config, topology, entry, from) / mean_host_rate;
      if (share == 0) continue;
      const double hot = hot_share(entry, from);
      if (hot > 0) add_flow(config, topology, entry, true, from, share * hot, matrix);
      if (hot < 1) add_flow(config, topology, entry, false, from, share * (1 - hot), matrix);
    }
  }
  return throughput_bound(topology, tables, matrix);
}

}  // namespace tinsim
