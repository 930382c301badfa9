// SPDX-License-Identifier: Apache-2.0
// What the PCIe interfaces of this rank's chips carried.
#pragma once

#include "platform/build/platform.h"
#include "platform/statistics/pcie_result.h"

namespace tinsim {

/// Precondition: the platform has 1RMA, and clear_counters() was called when the measurement began.
PcieResult pcie_result(const Platform& platform, const Topology& topology, unsigned core_mhz);

}  // namespace tinsim
