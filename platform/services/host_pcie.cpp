// SPDX-License-Identifier: Apache-2.0
// From the configuration to the PCIe interface of one host of one chip.
#include "platform/services/host_pcie.h"

namespace tinsim {

PcieParams pcie_params(const PlatformConfig& config, unsigned chip, unsigned host, bool carried) {
  PcieParams params(config.pcie, config.tin.core_mhz);
  params.chip = static_cast<uint16_t>(chip);
  params.host = static_cast<uint8_t>(host);
  params.seed = config.run.seed;
  params.carried = carried;
  return params;
}

}  // namespace tinsim
