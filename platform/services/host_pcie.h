// SPDX-License-Identifier: Apache-2.0
// From the configuration to the PCIe interface of one host of one chip.
#pragma once

#include "platform/config/platform_config.h"
#include "tlm/pcie/pcie_params.h"

namespace tinsim {

/// `carried`: octets are moved, not only counted.
PcieParams pcie_params(const PlatformConfig& config, unsigned chip, unsigned host, bool carried);

}  // namespace tinsim
