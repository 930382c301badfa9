// SPDX-License-Identifier: Apache-2.0
// A network whose chips are accessed through their register buses.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/services/ip_network.h"
#include "platform/services/rma_network.h"
#include "testbench/fresh_kernel.h"
#include "tlm/tin/registers/register_bus.h"

namespace tinsim {

/// A network with a register bus at each chip.
class Chips {
 public:
  static constexpr Cycle kBatch = 100;

  explicit Chips(const PlatformConfig& config)
      : topology_(make_topology(config)), tables_(make_route_tables(config, topology_)) {
    fresh_kernel();
    platform_ = std::make_unique<Platform>("net", config, topology_, tables_,
                                           make_traffic(config, topology_), kBatch);
    auto* const ip = platform_->services().find<IpNetwork>();
    auto* const rma = platform_->services().find<RmaNetwork>();
    for (std::size_t n = 0; n < platform_->chips(); ++n)
      buses_.push_back(std::make_unique<RegisterBus>(
          cell_switch(n), ChipParts{ip != nullptr && ip->has(n) ? &ip->engine(n) : nullptr,
                                    rma != nullptr && rma->has(n) ? &rma->engine(n) : nullptr}));
  }
  RegisterSpace& bus(std::size_t chip) { return buses_[chip]->bus(); }
  SwitchEngine& cell_switch(std::size_t chip) { return platform_->tin(chip).cell_switch(); }
  RmaEngine& rma(std::size_t chip) { return platform_->services().get<RmaNetwork>().engine(chip); }
  void run_to(Cycle cycle) { platform_->run_to(now_ = cycle); }
  uint32_t read(Cycle issued, std::size_t chip, uint32_t address) {
    const RegisterSpace::Answer answer = bus(chip).read(issued, address);
    EXPECT_FALSE(answer.error) << std::hex << address;
    return answer.data;
  }
  /// Sums over the deliveries of all cycles that are over. The chip core reports a cell before its
  /// last word has arrived, chips on pins later.
  DeliveryLog::BatchSum sum() const {
    DeliveryLog::BatchSum sum;
    for (const DeliveryLog* log : platform_->judged_logs())
      for (std::size_t n = 0; n < std::min<std::size_t>(log->batches().size(), now_ / kBatch);
           ++n) {
        sum.cells += log->batches()[n].cells;
        sum.hash += log->batches()[n].hash;
      }
    return sum;
  }
  uint64_t hash() const { return sum().hash; }
  uint64_t delivered() const { return sum().cells; }

 private:
  Cycle now_ = 0;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Platform> platform_;
  std::vector<std::unique_ptr<RegisterBus>> buses_;
};

}  // namespace tinsim
