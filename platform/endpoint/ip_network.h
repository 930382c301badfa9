// SPDX-License-Identifier: Apache-2.0
// The IP path of a network: each chip's engine, the addresses of the hosts, and who is where.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/endpoint/delivery_log.h"
#include "platform/topology/topology.h"
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

/// All chips' IP paths. Cells and packets are simulated in one process.
class IpNetwork {
 public:
  IpNetwork(const PlatformConfig& config, const Topology& topology,
            uint8_t initial_hop = kInitialHop);

  /// Makes the engine of `chip`; its cells are told to `log`. Where `tin.impl` wants a lockstep,
  /// the engine is held to the models of its blocks.
  IpEngine& add(std::size_t chip, DeliveryLog& log);
  IpEngine& engine(std::size_t chip) { return *engines_[chip]; }
  const IpEngine& engine(std::size_t chip) const { return *engines_[chip]; }
  const IpClasses& classes() const { return classes_; }
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
  IpRoutes routes_;
  PacketDirectory directory_;
  IpClasses classes_;
  std::vector<std::unique_ptr<IpCellLog>> logs_;        ///< by chip
  std::vector<std::shared_ptr<IpEngine>> engines_;      ///< by chip
  std::vector<std::unique_ptr<IpLockstep>> locksteps_;  ///< by chip
};

/// The terminal side of a chip with an IP path: packets on its ports, raw cells on the others.
class ChipEndpoints final : public Endpoints {
 public:
  ChipEndpoints(Endpoints& ip, uint64_t ip_ports, Endpoints& raw)
      : ip_(ip), ip_ports_(ip_ports), raw_(raw) {}

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle now) override;
  void prefetch() const override {
    ip_.prefetch();
    raw_.prefetch();
  }
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override {
    const Cycle next = of(port).deliver(port, cell, at);
    Due& due_of = ip_ports_ >> port & 1 ? ip_due_ : raw_due_;
    due_of.next = std::min(due_of.next, next);
    return next;
  }

 private:
  Endpoints& of(unsigned port) { return ip_ports_ >> port & 1 ? ip_ : raw_; }
  Due due() const;

  Endpoints& ip_;
  uint64_t ip_ports_;
  Endpoints& raw_;
  Due ip_due_{0, 0}, raw_due_{0, 0};
};

}  // namespace tinsim
