// SPDX-License-Identifier: Apache-2.0
// The hosts that make the configured rma_traffic.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/rma_network.h"
#include "tlm/host/rma_traffic_host.h"

namespace tinsim {

/// Whom each host asks in an entry of rma_traffic; empty: it is no source.
std::vector<HostTargets> rma_targets(const PlatformConfig& config, const Topology& topology,
                                     std::size_t entry);

/// One RmaTrafficHost for each host of this process's chips, numbered as in the topology. Every
/// host has registered a region of data, which all may read and change, and one for its
/// completions.
class RmaHosts {
 public:
  /// `config` passed validate(); the engines of the chips have been made.
  RmaHosts(const PlatformConfig& config, const Topology& topology, RmaNetwork& rma);

  /// What happens in [from, to) is measured. Nothing is before this has been called.
  void measure(Cycle from, Cycle to, Cycle batch);
  /// As IpHosts::end_traffic().
  void end_traffic(Cycle at);
  const RmaHostStats& stats() const { return stats_; }
  /// With operations that were born in the measurement and found no slot. Precondition: it has
  /// ended.
  RmaHostStats stats_with_waiting() const;
  const RmaHostNetwork& network() const { return network_; }
  /// As IpHosts::change_rates(); every entry has a rate.
  void change_rates(const PlatformConfig& config, Cycle now);
  /// Hosts of the whole network.
  std::size_t size() const { return hosts_.size(); }
  /// Hosts of the whole network that ask in an entry.
  uint64_t sources(unsigned entry) const { return sources_[entry]; }
  const RmaTrafficHost& host(std::size_t number) const { return *hosts_[number]; }
  /// Sum over the hosts that ask of the age of their oldest operation that no slot has been found
  /// for; how many they are goes to `askers`.
  uint64_t waiting_age(Cycle now, uint64_t& askers);
  /// As IpHosts::keep_ages().
  void keep_ages(Cycle first, Cycle step);

 private:
  void register_regions(RmaNetwork& rma) const;

  HostMap map_;
  RmaHostNetwork network_;
  RmaHostStats stats_;
  std::vector<uint64_t> sources_;                       ///< by entry
  std::vector<std::unique_ptr<RmaTrafficHost>> hosts_;  ///< null: of another process
};

}  // namespace tinsim
