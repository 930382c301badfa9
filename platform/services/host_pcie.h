// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of one host of one chip, from the configuration, and the host's memory.
#pragma once

#include <functional>
#include <memory>
#include <memory_resource>
#include <vector>

#include "platform/config/platform_config.h"
#include "tlm/pcie/host_memory.h"
#include "tlm/pcie/pcie_link.h"
#include "tlm/pcie/pcie_params.h"

namespace tinsim {

/// Of the doorbells of the NIC, behind the registers of 1RMA in the BAR.
constexpr uint32_t kNicBarBase = 1 << 17;

/// `carried`: octets are moved, not only counted.
PcieParams pcie_params(const PlatformConfig& config, unsigned chip, unsigned host, bool carried);

/// Counters of one PCIe link.
struct PcieCount {
  PcieCounters counted;
  TlpSender::Counters up, down;
};

struct HostPcie {
  /// Queues of the link are in `resource`.
  HostPcie(const PlatformConfig& config, unsigned chip, unsigned host, bool carried,
           std::pmr::memory_resource* resource);
  PcieCount count() const;

  std::unique_ptr<HostMemory> memory;
  std::unique_ptr<PlainDmaMemory> dma;
  std::shared_ptr<PcieLink> link;
  PcieCount before;  ///< when the measurement began
};

}  // namespace tinsim
