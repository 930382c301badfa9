// SPDX-License-Identifier: Apache-2.0
// The hosts of a network on Ethernet switches, with the same messages as on the chips.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/clos_lookups.h"
#include "platform/services/service.h"
#include "tlm/ethernet_clos/ethernet_clos.h"
#include "tlm/host/traffic_host.h"

namespace tinsim {

/// Simulated by the first rank, batch by batch: no chip depends on it.
class ClosNetwork final : public Service {
 public:
  /// Null without `ethernet_clos.enabled`.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void declare_sections(ResultSections& sections);

  ClosNetwork(const PlatformConfig& config, const Topology& topology, bool is_first_rank);

  void measure(Cycle from, Cycle to, Cycle batch) override;
  void change_rates(const PlatformConfig& config, Cycle now) override;
  uint64_t waiting_age(Cycle now, uint64_t& sources) override;
  void apply_deferred_updates(Cycle cycle) override;
  void collect(const RunFacts& facts, RunResult& result) const override;
  /// Compares the times of both fabrics.
  void derive(const RunFacts& facts, RunResult& result) const override;

 private:
  void add_hosts(const PlatformConfig& config);
  Host& host(std::size_t number);
  TrafficHost& traffic(std::size_t number);

  HostNetwork network_;
  HostStats stats_;
  std::unique_ptr<ClosLookups> lookups_;             ///< its hosts are the first; null: none
  std::vector<std::unique_ptr<TrafficHost>> hosts_;  ///< after them; none but at the first rank
  std::unique_ptr<EthernetClos> clos_;
};

}  // namespace tinsim
