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
#include "platform/services/nic_network.h"
#include "platform/services/services.h"
#include "tlm/host/traffic_host.h"
#include "tlm/tin/cell_switch/huge_pages.h"

namespace tinsim {

/// Addresses, traffic entries and times of all hosts. Throws ConfigError for a file of sizes that
/// is wrong.
HostNetwork host_network(const PlatformConfig& config, const Topology& topology);
/// The targets of each host in an entry; empty: the host is no source.
std::vector<HostTargets> targets_of(const PlatformConfig& config, std::size_t entry);

/// Messages that are drawn from `now` on have the loads of `config`.
void change_plans(const PlatformConfig& config, Cycle now, HostNetwork& network);

/// One TrafficHost for each host of this process's chips, numbered as in the topology; those at
/// MACs come after them, by chip.
class IpHosts final : public Service {
 public:
  /// Requires IpNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void set_start_load(PlatformConfig& config);

  /// `config` passed validate() and has ip_traffic; the engines of the chips have been made.
  /// `nics`: in front of the hosts; null: none are.
  IpHosts(const PlatformConfig& config, const Topology& topology, IpNetwork& ip, NicNetwork* nics);

  /// No message is generated from `at` on, except the first of each source. Before the first cycle.
  void end_traffic(Cycle at) {
    for (MessagePlan& plan : network_.plans) plan.until = at;
  }
  const HostStats& stats() const { return stats_; }
  /// Hosts of the whole network.
  std::size_t size() const { return hosts_.size(); }
  /// Number of the host at egress port `eport` of `chip`; size(): there is none.
  std::size_t number_at(std::size_t chip, unsigned eport) const;
  const TrafficHost& host(std::size_t number) const { return *hosts_[number]; }

  void measure(Cycle from, Cycle to, Cycle batch) override { stats_.measure(from, to, batch); }
  /// The next message of each source is drawn already and keeps its time.
  void change_rates(const PlatformConfig& config, Cycle now) override;
  /// A message waits until its last packet has been sent.
  uint64_t waiting_age(Cycle now, uint64_t& sources) override;
  void keep_ages(Cycle first, Cycle step) override;
  /// Hosts behind MACs are simulated earlier than their chips, by the delay of the cable.
  bool may_run_ahead() const override { return cabled_.empty(); }

 private:
  void attach(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
              NicNetwork* nics);
  unsigned chip_of(std::size_t number) const {
    return number < at_nics_ ? map_.chip_of(number) : map_.chips_with_hosts()[number - at_nics_];
  }

  ChipMemory memory_;  ///< of the hosts: ends last
  HostNetwork network_;
  HostStats stats_;
  HostMap map_;                                      ///< of hosts at NICs
  std::size_t at_nics_;                              ///< hosts of the whole network there
  std::vector<std::shared_ptr<TrafficHost>> hosts_;  ///< null: of another process
  std::vector<std::unique_ptr<CabledHost>> cabled_;  ///< by chip with hosts; null likewise
};

}  // namespace tinsim
