// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of one host of one chip, from the configuration, and the host's memory.
#include "platform/services/host_pcie.h"

#include "tlm/nic/nic_params.h"

namespace tinsim {
namespace {
constexpr unsigned kMib = 1 << 20;
}  // namespace

PcieParams pcie_params(const PlatformConfig& config, unsigned chip, unsigned host, bool carried) {
  PcieParams params(config.pcie, config.tin.core_mhz);
  params.chip = static_cast<uint16_t>(chip);
  params.host = static_cast<uint8_t>(host);
  params.seed = config.run.seed;
  params.carried = carried;
  if (NicConfig::is_on(config.nic)) params.bar_bytes = kNicBarBase + kNicBarBytes;
  return params;
}

HostPcie::HostPcie(const PlatformConfig& config, unsigned chip, unsigned host, bool carried,
                   std::pmr::memory_resource* resource)
    : memory(std::make_unique<HostMemory>(uint64_t{config.pcie.memory_mib} * kMib)),
      dma(std::make_unique<PlainDmaMemory>(*memory)) {
  PcieParams params = pcie_params(config, chip, host, carried);
  params.memory = resource;
  link = std::allocate_shared<PcieLink>(std::pmr::polymorphic_allocator<PcieLink>(resource), params,
                                        *dma);
}

PcieCount HostPcie::count() const {
  return {link->counters(), link->up().counters(), link->down().counters()};
}

}  // namespace tinsim
