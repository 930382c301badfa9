// SPDX-License-Identifier: Apache-2.0
// Traffic patterns: for each source host and port, the set of destinations it draws from.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// A destination that is drawn as one: a host, or a single terminal port. Addresses of a host's
/// ports follow each other, so that a draw touches one cache line of a small table.
struct Group {
  uint16_t first = 0;  ///< GNet address of its first port
  uint8_t ports = 1;
};

/// Equally likely groups: `count` of them from `first` on, stepping over a hole.
struct GroupRange {
  uint16_t first = 0;
  uint16_t count = 0;      ///< without the hole
  uint16_t hole = 0xffff;  ///< first group left out
  uint16_t hole_size = 0;
};

/// The groups of a network and the addresses in them. Groups are numbered: hosts, then terminal
/// ports one by one in host order, then the configured targets.
struct Destinations {
  std::vector<Group> groups;
  std::vector<uint16_t> addresses;   ///< of the terminal ports of hosts, in host order
  std::vector<uint32_t> first_port;  ///< host -> its first entry in `addresses`
  uint16_t hosts = 0;
  uint16_t ports = 0;
  uint16_t targets = 0;

  GroupRange all_hosts() const { return {0, hosts}; }
  GroupRange all_ports() const { return {hosts, ports}; }
  GroupRange all_targets() const { return {static_cast<uint16_t>(hosts + ports), targets}; }
};

Destinations make_destinations(const Topology& topology, const TrafficConfig& entry);

/// Destinations of the cells of one port: a share `fraction` to `hot`, the rest to `cold`.
struct PortPattern {
  GroupRange cold;
  GroupRange hot;
};

/// Destination sets of one traffic entry.
class Pattern {
 public:
  /// `destinations` and `topology` must outlive this. `entry_index` names the permutation's random
  /// stream.
  Pattern(const PlatformConfig& config, const Topology& topology, const Destinations& destinations,
          size_t entry_index);

  /// Hosts that send: `sources`, or all; incast leaves out its targets.
  const std::vector<unsigned>& sources() const { return sources_; }

  /// Pattern of the host's port-th terminal port. An empty `cold` means it has nowhere to send.
  PortPattern of(unsigned host, unsigned port) const;

 private:
  GroupRange uniform(unsigned host) const;
  GroupRange permuted(unsigned host, unsigned port) const;
  GroupRange shifted(unsigned host) const;
  GroupRange hosts_of_next_group(unsigned host) const;
  GroupRange other_targets(unsigned host) const;
  GroupRange hosts_of_chips(unsigned first_chip, unsigned chips) const;

  const TrafficConfig& entry_;
  const Topology& topology_;
  const Destinations& destinations_;
  bool single_;                           ///< one switch: ports, not hosts, are drawn
  std::vector<unsigned> first_host_;      ///< chip -> its first host; one entry more than chips
  std::vector<unsigned> first_of_group_;  ///< first_hosts_of_groups(), then the number of hosts
  std::vector<unsigned> sources_;
  std::vector<uint16_t> permutation_;  ///< of hosts, or of ports when there is one switch
};

/// A uniformly random permutation of 0..n-1 without fixed points, drawn from the stream of
/// (seed, entry). Precondition: n >= 2.
std::vector<uint16_t> random_derangement(uint16_t n, uint64_t seed, uint32_t entry);

/// Whether a host is on a list of the configuration.
bool contains(const std::vector<unsigned>& list, unsigned value);

}  // namespace tinsim
