// SPDX-License-Identifier: Apache-2.0
// The hosts that send the flows of a list, over the IP path or by 1RMA.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/ranks/flow_mail.h"
#include "platform/services/flow_table.h"
#include "platform/services/ip_network.h"
#include "platform/services/nic_network.h"
#include "platform/services/rma_network.h"
#include "platform/services/services.h"
#include "tlm/host/flows/flow_check.h"
#include "tlm/host/flows/flow_host.h"
#include "tlm/host/flows/flow_rma_host.h"

namespace tinsim {

/// Bytes and latency of a flow alone, by the configuration.
FlowAlone flow_alone(const PlatformConfig& config);

/// All hosts of this process's chips; those without flows only receive.
class FlowNetwork final : public Service {
 public:
  /// Requires IpNetwork or RmaNetwork. Throws ConfigError at the first fault of the list.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  FlowNetwork(const ServiceContext& context, IpNetwork* ip, RmaNetwork* rma);

  const FlowStats& stats() const { return stats_; }

  void join(RemoteChips& remote) override;
  /// Rows of the table are sent to the first rank at the end of each batch.
  bool may_run_ahead() const override { return false; }
  void apply_deferred_updates(Cycle cycle) override;
  void open_capture(const std::filesystem::path& folder) override;
  void gather_capture() override;
  void close_capture(Cycle end) override;
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  void add_ip_hosts(IpNetwork& ip, NicNetwork* nics);
  void add_rma_hosts(RmaNetwork& rma);
  void register_regions(RmaNetwork& rma) const;
  RmaClientParams client_params(RmaNetwork& rma, uint16_t number) const;
  /// All hosts of this process's chips.
  void make_feed(const std::function<bool(std::size_t chip)>& is_own);
  Cycle notice() const;

  const PlatformConfig config_;
  const Topology& topology_;
  Ranks& ranks_;
  HostMap map_;
  FlowTotals totals_;
  FlowStats stats_;
  FlowBoard board_;
  std::unique_ptr<FlowMail> mail_;  ///< to and from other ranks; null: there are none
  HostNetwork network_;             ///< of messages
  HostStats host_stats_;            ///< likewise
  std::vector<std::unique_ptr<HostFlows>> flows_;  ///< by host; null: of another process
  std::unique_ptr<FlowFeed> feed_;
  std::vector<std::unique_ptr<FlowHost>> ip_hosts_;
  std::vector<std::unique_ptr<FlowRmaHost>> rma_hosts_;
  std::unique_ptr<FlowTableFile> table_;  ///< at the first rank, where one is written
};

}  // namespace tinsim
