// SPDX-License-Identifier: Apache-2.0
// The counts of the PCIe interfaces of this rank's chips, for the result.
#pragma once

#include <functional>
#include <vector>

#include "platform/network/topology/topology.h"
#include "platform/services/host_pcie.h"
#include "platform/statistics/pcie_result.h"

namespace tinsim {

/// The hosts of a chip; null where this rank has none there.
using PcieHosts = std::function<const std::vector<HostPcie>*(std::size_t chip)>;

/// Since HostPcie::before.
PcieResult pcie_result(const PcieHosts& hosts_of, const Topology& topology, unsigned core_mhz);

}  // namespace tinsim
