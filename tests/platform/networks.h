// SPDX-License-Identifier: Apache-2.0
// Networks that the topology and routing tests share.
#pragma once

#include "platform/network/routing/route_tables.h"

namespace tinsim {

struct Network {
  PlatformConfig config;
  Topology topology = make_topology(config);
  std::vector<RouteTable> tables = make_route_tables(config, topology);
  explicit Network(const PlatformConfig& c) : config(c) {}
};

inline PlatformConfig dragonfly(unsigned pods, unsigned tins, unsigned links_per_pair,
                                unsigned lanes) {
  PlatformConfig config;
  config.topology.pods = pods;
  config.topology.tins_per_pod = tins;
  config.topology.global_links_per_pair = links_per_pair;
  config.topology.local_links_per_pair = lanes;
  return config;
}

/// Aquila's Clique: 48 pods of 12 TiNs, 2 links per pair of pods.
inline PlatformConfig clique(unsigned hosts_per_tin = 2) {
  PlatformConfig config = dragonfly(48, 12, 2, 2);
  config.topology.hosts_per_tin = hosts_per_tin;
  return config;
}

/// Kim and Dally's Dragonfly with p = 2 terminals, a = 4 routers, h = 2 globals, g = 9 groups.
inline PlatformConfig canonical() {
  PlatformConfig config = dragonfly(9, 4, 1, 1);
  config.topology.hosts_per_tin = 2;
  config.topology.terminal_ports_per_host = 1;
  return config;
}

inline PlatformConfig of_kind(const char* kind, unsigned hosts, unsigned links = 1) {
  PlatformConfig config;
  config.topology.kind = Word{kind};
  config.topology.hosts_per_tin = hosts;
  config.topology.local_links_per_pair = links;
  return config;
}

inline unsigned ports_of(const ChipInfo& chip, PortKind kind) {
  unsigned count = 0;
  for (const PortInfo& port : chip.ports) count += port.kind == kind;
  return count;
}

inline unsigned ports_of(const Topology& t, PortKind kind) {
  unsigned count = 0;
  for (const ChipInfo& chip : t.chips) count += ports_of(chip, kind);
  return count;
}

/// Every link port points at a link port of its kind that points back; no chip at itself.
inline bool links_are_symmetric(const Topology& t) {
  for (unsigned c = 0; c < t.chips.size(); ++c)
    for (unsigned p = 0; p < t.chips[c].ports.size(); ++p) {
      const PortInfo& here = t.chips[c].ports[p];
      if (here.kind != PortKind::kLocal && here.kind != PortKind::kGlobal) continue;
      const PortInfo& there = t.chips[here.peer_chip].ports[here.peer_port];
      if (here.peer_chip == c || there.kind != here.kind || there.peer_chip != c ||
          there.peer_port != p)
        return false;
    }
  return true;
}

}  // namespace tinsim
