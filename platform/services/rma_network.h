// SPDX-License-Identifier: Apache-2.0
// 1RMA in a network: each chip's engine, its PCIe interfaces, and the memory of its hosts.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/config/platform_config.h"
#include "platform/services/ip_network.h"
#include "tlm/pcie/host_memory.h"
#include "tlm/pcie/pcie_link.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {

RmaParams rma_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                     uint8_t initial_hop = kInitialHop);

/// What one PCIe link has counted.
struct PcieCount {
  PcieCounters asked;
  TlpSender::Counters up, down;
};

/// The engines of this process's chips.
class RmaNetwork {
 public:
  RmaNetwork(const PlatformConfig& config, const Topology& topology,
             uint8_t initial_hop = kInitialHop);

  /// Makes the engine of `chip` and its hosts; its cells are told to `log`.
  RmaEngine& add(std::size_t chip, DeliveryLog& log);
  /// `chip` is simulated by another rank.
  void add_far(std::size_t chip, unsigned rank);
  /// Has the engines do all that is due before `cycle`, up to which they have been simulated.
  void settle(Cycle cycle);
  /// Up to cycle `last` nobody looks at what the engines have sent.
  void run_ahead(Cycle last);
  bool has(std::size_t chip) const { return chips_[chip] != nullptr; }
  RmaEngine& engine(std::size_t chip) { return *chips_[chip]->engine; }
  const RmaEngine& engine(std::size_t chip) const { return *chips_[chip]->engine; }
  PcieLink& pcie(std::size_t chip, unsigned host) { return *chips_[chip]->hosts[host].link; }
  const PcieLink& pcie(std::size_t chip, unsigned host) const {
    return *chips_[chip]->hosts[host].link;
  }
  /// Now, and when clear_counters() was called.
  PcieCount count(std::size_t chip, unsigned host) const;
  const PcieCount& count_before(std::size_t chip, unsigned host) const {
    return chips_[chip]->hosts[host].before;
  }
  /// Counts of operations and of PCIe begin here.
  void clear_counters();
  HostMemory& memory(std::size_t chip, unsigned host) { return *chips_[chip]->hosts[host].memory; }
  unsigned hosts_of(std::size_t chip) const { return hosts_.hosts_of(chip); }
  RmaMail& mail() { return mail_; }
  /// Switch ports that belong to 1RMA.
  uint64_t ports(std::size_t chip) const;

 private:
  struct HostSide {
    std::unique_ptr<HostMemory> memory;
    std::unique_ptr<PlainDmaMemory> dma;
    std::shared_ptr<PcieLink> link;
    PcieCount before;
  };
  struct ChipSide {
    std::unique_ptr<IpCellLog> log;
    std::vector<HostSide> hosts;
    std::shared_ptr<RmaEngine> engine;
  };

  const PlatformConfig config_;
  const Topology& topology_;
  uint8_t initial_hop_;
  HostMap hosts_;
  ChipMemory memory_;  ///< of engines, links and mail: goes last
  RmaMail mail_{memory_.resource()};
  std::vector<std::unique_ptr<ChipSide>> chips_;  ///< null: of another rank, or without hosts
};

}  // namespace tinsim
