// SPDX-License-Identifier: Apache-2.0
// The IP path of a network: the engine of each chip, and the addresses of the hosts.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "platform/ranks/packet_mail.h"
#include "platform/services/delivery_log.h"
#include "platform/services/services.h"
#include "tlm/ethernet/packet_pool.h"
#include "tlm/host/wire_scheduler.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/ip/ip_blocks.h"
#include "tlm/tin/ip/ip_engine.h"

namespace tinsim {

/// GNet address that stands for egress port `eport` of a chip: the first endpoint of its interface,
/// but the second of the NIC's for host 1.
uint16_t address_of_eport(const PlatformConfig& config, const ChipInfo& chip, unsigned eport);
IpParams ip_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                   uint8_t initial_hop = kInitialHop);
/// Scheduling of a host's wire: a class is strict where it is strict at ingress or egress; weights
/// are those of the ingress, or of the egress where all are equal at the ingress.
WireShares wire_shares(const IpConfig& ip);
/// Those of the configuration, and IPv4 and IPv6 address of every port (tlm/ethernet/address.h;
/// host 2 is the MAC, 3 the control processor), one to one.
IpRoutes make_routes(const PlatformConfig& config, const Topology& topology);

/// Enters cells of the IP path in a pod's log; they have no birth.
class IpCellLog final : public CellSink {
 public:
  explicit IpCellLog(DeliveryLog& log) : log_(log) {}
  void arrived(unsigned chip, unsigned port, const Cell& cell, Cycle at) override {
    if (cell.damaged) return log_.add_damaged(at);
    log_.count(chip, port, cell, at);
  }

 private:
  DeliveryLog& log_;
};

/// The IP paths of this rank's chips with hosts.
class IpNetwork final : public Service {
 public:
  static std::unique_ptr<Service> make(const ServiceContext& context);

  IpNetwork(const PlatformConfig& config, const Topology& topology,
            uint8_t initial_hop = kInitialHop);

  bool has(std::size_t chip) const { return engines_[chip] != nullptr; }
  PacketDirectory& directory() { return directory_; }
  IpEngine& engine(std::size_t chip) { return *engines_[chip]; }
  const IpEngine& engine(std::size_t chip) const { return *engines_[chip]; }
  const IpClasses& classes() const { return classes_; }
  /// For packets that enter here.
  std::pmr::memory_resource* packet_memory() { return &packets_; }
  /// The blocks attached to the engine of `chip`; null: none.
  const IpBlocks* blocks(std::size_t chip) const { return blocks_[chip].get(); }
  /// Switch ports that belong to the IP path.
  uint64_t ports(std::size_t chip) const;

  void build(const ChipSite& site) override;
  void join(RemoteChips& remote) override;
  void clear_counters(Cycle now) override;
  void run_ahead(Cycle last) override;
  uint64_t cells_injected() const override;
  std::optional<unsigned> source_credit(std::size_t chip, unsigned port,
                                        unsigned vc) const override;
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  IpEngine& add_engine(std::size_t chip, DeliveryLog& log);

  const PlatformConfig config_;
  const Topology& topology_;
  HostMap hosts_;
  uint8_t initial_hop_;
  ChipMemory memory_;  ///< of the engines: ends last
  PacketPool packets_{memory_.resource()};
  IpRoutes routes_;
  PacketDirectory directory_;
  std::unique_ptr<PacketMail> mail_;  ///< to and from other ranks; null: there are none
  IpClasses classes_;
  std::vector<std::shared_ptr<IpCellLog>> logs_;    ///< by chip
  std::vector<std::shared_ptr<IpEngine>> engines_;  ///< by chip
  std::vector<std::unique_ptr<IpBlocks>> blocks_;   ///< by chip
};

}  // namespace tinsim
