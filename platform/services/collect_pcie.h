// SPDX-License-Identifier: Apache-2.0
// The counts of the PCIe interfaces of this rank's chips, for the result.
#pragma once

#include "platform/services/rma_network.h"
#include "platform/statistics/pcie_result.h"

namespace tinsim {

/// Since RmaNetwork::clear_counters().
PcieResult pcie_result(const RmaNetwork& rma, const Topology& topology, unsigned core_mhz);

}  // namespace tinsim
