// SPDX-License-Identifier: Apache-2.0
// The hosts behind the NICs of a network, made from the configuration.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "platform/services/cabled_host.h"
#include "platform/services/ip_network.h"
#include "tlm/host/traffic_host.h"
#include "tlm/tin/cell_switch/huge_pages.h"

namespace tinsim {

SwiftParams swift_params(const SwiftConfig& swift, unsigned core_mhz);
/// Addresses, traffic entries and times of all hosts. Throws ConfigError for a file of sizes that
/// is wrong.
HostNetwork host_network(const PlatformConfig& config, const Topology& topology);
/// Whom each host sends to in an entry; empty: it is no source.
std::vector<HostTargets> targets_of(const PlatformConfig& config, std::size_t entry);

/// One TrafficHost for each host of this process's chips, numbered as in the topology; those at
/// MACs come after them, by chip.
class IpHosts {
 public:
  /// `config` passed validate() and has ip_traffic; the engines of the chips have been made.
  IpHosts(const PlatformConfig& config, const Topology& topology, IpNetwork& ip);

  /// What happens in [from, to) is measured. Nothing is before this has been called.
  void measure(Cycle from, Cycle to, Cycle batch) { stats_.measure(from, to, batch); }
  /// Nothing is born from `at` on, but what is the first of its source. To be told before the first
  /// cycle.
  void end_traffic(Cycle at) {
    for (MessagePlan& plan : network_.plans) plan.until = at;
  }
  const HostStats& stats() const { return stats_; }
  /// Messages drawn from cycle `now` on come as the configuration says.
  void change_rates(const PlatformConfig& config, Cycle now);
  /// Hosts of the whole network.
  std::size_t size() const { return hosts_.size(); }
  /// Number of the host at egress port `eport` of `chip`; size(): there is none.
  std::size_t number_at(std::size_t chip, unsigned eport) const;
  const TrafficHost& host(std::size_t number) const { return *hosts_[number]; }
  /// Sum over the hosts that send of the age of their oldest message that is not on its way whole;
  /// how many they are goes to `senders`. `now` is the next cycle, or where keep_ages() asks for it
  /// an earlier one.
  uint64_t waiting_age(Cycle now, uint64_t& senders);
  /// Keeps the ages of `first` and of each `step` cycles after it, until they are asked for one
  /// after the other; kNoCycle: not any more.
  void keep_ages(Cycle first, Cycle step);

 private:
  void attach(const PlatformConfig& config, const Topology& topology, IpNetwork& ip);
  unsigned chip_of(std::size_t number) const {
    return number < at_nics_ ? map_.chip_of(number) : map_.chips_with_hosts()[number - at_nics_];
  }

  ChipMemory memory_;  ///< of the hosts: goes last
  HostNetwork network_;
  HostStats stats_;
  HostMap map_;                                      ///< of hosts at NICs
  std::size_t at_nics_;                              ///< hosts of the whole network there
  std::vector<std::shared_ptr<TrafficHost>> hosts_;  ///< null: of another process
  std::vector<std::unique_ptr<CabledHost>> cabled_;  ///< by chip with hosts; null likewise
};

}  // namespace tinsim
