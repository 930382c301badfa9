// SPDX-License-Identifier: Apache-2.0
// The hosts that make the configured rma_traffic.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/rma_network.h"
#include "platform/services/services.h"
#include "tlm/host/rma_traffic_host.h"

namespace tinsim {

/// The targets of each host in an entry of rma_traffic; empty: the host is no source.
std::vector<HostTargets> rma_targets(const PlatformConfig& config, const Topology& topology,
                                     std::size_t entry);

/// One RmaTrafficHost for each host of this process's chips, numbered as in the topology. Every
/// host has registered a region of data, which all may read and change, and one for its
/// completions.
class RmaHosts final : public Service {
 public:
  /// Requires RmaNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void set_start_load(PlatformConfig& config);

  /// `config` passed validate(); the engines of the chips have been made.
  RmaHosts(const PlatformConfig& config, const Topology& topology, RmaNetwork& rma);

  /// As IpHosts::end_traffic().
  void end_traffic(Cycle at);
  const RmaHostStats& stats() const { return stats_; }
  /// Includes operations that were generated in the measurement and found no slot. Precondition:
  /// it has ended.
  RmaHostStats stats_with_waiting() const;
  const RmaHostNetwork& network() const { return network_; }
  /// Hosts of the whole network.
  std::size_t size() const { return hosts_.size(); }
  /// Hosts of the whole network that are sources in an entry.
  uint64_t sources(unsigned entry) const { return sources_[entry]; }
  const RmaTrafficHost& host(std::size_t number) const { return *hosts_[number]; }

  void measure(Cycle from, Cycle to, Cycle batch) override;
  /// As IpHosts::change_rates(); every entry has a rate.
  void change_rates(const PlatformConfig& config, Cycle now) override;
  /// An operation waits until it has a slot.
  uint64_t waiting_age(Cycle now, uint64_t& sources) override;
  void keep_ages(Cycle first, Cycle step) override;

 private:
  void register_regions(RmaNetwork& rma) const;

  HostMap map_;
  RmaHostNetwork network_;
  RmaHostStats stats_;
  std::vector<uint64_t> sources_;                       ///< by entry
  std::vector<std::unique_ptr<RmaTrafficHost>> hosts_;  ///< null: of another process
};

}  // namespace tinsim
