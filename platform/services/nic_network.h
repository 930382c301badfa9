// SPDX-License-Identifier: Apache-2.0
// The NICs of a network, where packets of hosts cross PCIe.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/chip_nics.h"
#include "platform/services/rma_network.h"

namespace tinsim {

/// Parameters of the NIC of a host: its rings are at the end of the host's memory.
NicParams nic_params(const PlatformConfig& config, const ChipInfo& chip, unsigned place);

class NicNetwork final : public Service {
 public:
  /// Requires IpNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  /// `rma`: the links and memories of hosts are its own; null: there is no 1RMA.
  NicNetwork(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
             RmaNetwork* rma);

  /// Puts a NIC in front of `host`, number `place` of the hosts of `chip`, which this rank has.
  /// Returns what the IP path is to be attached to.
  Host& in_front_of(std::size_t chip, unsigned place, Host& host);
  bool has(std::size_t chip) const { return nics_[chip] != nullptr; }
  const ChipNics& nics(std::size_t chip) const { return *nics_[chip]; }
  /// By host of the chip.
  const std::vector<HostPcie>& pcie_hosts(std::size_t chip) const;

  void build(const ChipSite& site) override;
  void clear_counters(Cycle now) override;
  /// The IP path and 1RMA of a chip request the same link in the order of their cycles.
  bool may_run_ahead() const override { return false; }
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  const PlatformConfig config_;
  const Topology& topology_;
  HostMap map_;
  IpNetwork& ip_;
  RmaNetwork* rma_;
  ChipMemory memory_;                            ///< of the links: ends last
  std::vector<std::vector<HostPcie>> own_;       ///< by chip; without 1RMA
  std::vector<std::unique_ptr<ChipNics>> nics_;  ///< by chip; null: none, or of another rank
};

}  // namespace tinsim
