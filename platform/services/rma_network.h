// SPDX-License-Identifier: Apache-2.0
// 1RMA in a network: the engine of each chip, its PCIe interfaces, and the memory of its hosts.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/config/platform_config.h"
#include "platform/ranks/message_mail.h"
#include "platform/services/host_pcie.h"
#include "platform/services/ip_network.h"
#include "platform/services/services.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/rma/rma_blocks.h"
#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {

RmaParams rma_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                     uint8_t initial_hop = kInitialHop);

/// The engines of this rank's chips with hosts.
class RmaNetwork final : public Service {
 public:
  static std::unique_ptr<Service> make(const ServiceContext& context);

  RmaNetwork(const PlatformConfig& config, const Topology& topology,
             uint8_t initial_hop = kInitialHop);

  bool has(std::size_t chip) const { return chips_[chip] != nullptr; }
  RmaEngine& engine(std::size_t chip) { return *chips_[chip]->engine; }
  const RmaEngine& engine(std::size_t chip) const { return *chips_[chip]->engine; }
  PcieLink& pcie(std::size_t chip, unsigned host) { return *chips_[chip]->hosts[host].link; }
  const PcieLink& pcie(std::size_t chip, unsigned host) const {
    return *chips_[chip]->hosts[host].link;
  }
  /// By host of the chip.
  std::vector<HostPcie>& pcie_hosts(std::size_t chip) { return chips_[chip]->hosts; }
  HostMemory& memory(std::size_t chip, unsigned host) { return *chips_[chip]->hosts[host].memory; }
  unsigned hosts_of(std::size_t chip) const { return hosts_.hosts_of(chip); }
  RmaMail& mail() { return mail_; }
  /// Switch ports that belong to 1RMA.
  uint64_t ports(std::size_t chip) const;

  void build(const ChipSite& site) override;
  void join(RemoteChips& remote) override;
  /// Those of operations and of PCIe.
  void clear_counters(Cycle now) override;
  void run_ahead(Cycle last) override;
  void apply_deferred_updates(Cycle cycle) override;
  uint64_t cells_injected() const override;
  std::optional<unsigned> source_credit(std::size_t chip, unsigned port,
                                        unsigned vc) const override;
  /// Also what the hosts (RmaHosts) and the PCIe interfaces have counted.
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;
  void derive(const RunFacts& facts, RunResult& result) const override;

 private:
  struct ChipSide {
    std::unique_ptr<IpCellLog> log;
    std::vector<HostPcie> hosts;
    std::shared_ptr<RmaEngine> engine;
    std::unique_ptr<RmaBlocks> blocks;  ///< attached to the engine; null: none
  };

  RmaEngine& add_engine(std::size_t chip, DeliveryLog& log);

  const PlatformConfig config_;
  const Topology& topology_;
  uint8_t initial_hop_;
  HostMap hosts_;
  ChipMemory memory_;  ///< of engines, links and mail: ends last
  RmaMail mail_{memory_.resource()};
  std::unique_ptr<MessageMail> window_mail_;      ///< to and from other ranks; null: there are none
  std::vector<std::unique_ptr<ChipSide>> chips_;  ///< null: of another rank, or without hosts
};

}  // namespace tinsim
