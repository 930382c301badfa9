// SPDX-License-Identifier: Apache-2.0
// The IP path of a network: each chip's engine, the addresses of the hosts, and who is where.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "platform/services/delivery_log.h"
#include "tlm/ethernet/packet_pool.h"
#include "tlm/host/wire_turns.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/ip/ip_engine.h"
#include "tlm/tin/ip/ip_lockstep.h"

namespace tinsim {

/// Endpoint numbers of a chip's IP ports: the NIC's, then the MAC's, then the control processor's.
std::array<EndpointGroup, kIpInterfaces> ip_groups(const IpConfig& ip);
/// GNet address that stands for egress port `eport` of a chip: the first endpoint of its interface,
/// but the second of the NIC's for host 1.
uint16_t address_of_eport(const PlatformConfig& config, const ChipInfo& chip, unsigned eport);
IpParams ip_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                   uint8_t initial_hop = kInitialHop);
/// How a host's wire goes by the classes that the ingress and the egress go by: strict where they
/// are at either, weights of the ingress, or of the egress where all weigh the same at the ingress.
WireShares wire_shares(const IpConfig& ip);
/// Those of the configuration, and IPv4 and IPv6 address of every port (tlm/ethernet/address.h;
/// host 2 is the MAC, 3 the control processor), one to one.
IpRoutes make_routes(const PlatformConfig& config, const Topology& topology);

/// Cells of the IP path in a pod's log; they have no birth of their own.
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

/// The IP paths of this process's chips.
class IpNetwork {
 public:
  IpNetwork(const PlatformConfig& config, const Topology& topology,
            uint8_t initial_hop = kInitialHop);

  /// Makes the engine of `chip`; its cells are told to `log`. Where `tin.impl` wants a lockstep,
  /// the engine is held to the models of its blocks.
  IpEngine& add(std::size_t chip, DeliveryLog& log);
  /// `chip` is simulated by another rank.
  void add_far(std::size_t chip, unsigned rank);
  bool has(std::size_t chip) const { return engines_[chip] != nullptr; }
  PacketDirectory& directory() { return directory_; }
  IpEngine& engine(std::size_t chip) { return *engines_[chip]; }
  const IpEngine& engine(std::size_t chip) const { return *engines_[chip]; }
  const IpClasses& classes() const { return classes_; }
  /// For packets that enter here.
  std::pmr::memory_resource* packet_memory() { return &packets_; }
  /// Up to cycle `last` nobody looks at the engines (IpEngine::run_ahead).
  void run_ahead(Cycle last) {
    for (const auto& engine : engines_) {
      if (engine != nullptr) engine->run_ahead(last);
    }
  }
  /// Counters by class start again; all others are those of the whole run.
  void clear_classes() { classes_.clear(); }
  /// What holds the engine of `chip` to its blocks; null: nothing does.
  const IpLockstep* lockstep(std::size_t chip) const { return locksteps_[chip].get(); }
  /// Switch ports that belong to the IP path.
  uint64_t ports(std::size_t chip) const;

 private:
  const PlatformConfig config_;
  const Topology& topology_;
  uint8_t initial_hop_;
  ChipMemory memory_;  ///< of the engines: goes last
  PacketPool packets_{memory_.resource()};
  IpRoutes routes_;
  PacketDirectory directory_;
  IpClasses classes_;
  std::vector<std::shared_ptr<IpCellLog>> logs_;        ///< by chip
  std::vector<std::shared_ptr<IpEngine>> engines_;      ///< by chip
  std::vector<std::unique_ptr<IpLockstep>> locksteps_;  ///< by chip
};

}  // namespace tinsim
