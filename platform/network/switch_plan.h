// SPDX-License-Identifier: Apache-2.0
// From the configuration to what the switch of one chip is made of.
#pragma once

#include <cstddef>
#include <set>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/cell_switch/switch_params.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

SwitchParams switch_params(const PlatformConfig& config, const ChipInfo& chip);

/// Classes of service that ip_traffic uses and that are not strict, but have their cells on the VCs
/// of some that are (ip.high_classes), and so go before others in the fabric, too.
std::set<unsigned> strict_by_company(const PlatformConfig& config);

/// How many VC FIFOs of the chip raw cells and hosts' packets come on, or some more; the default
/// where neither do, or others besides.
unsigned expected_queues(const PlatformConfig& config, const ChipInfo& chip,
                         const RouteTable& table);

}  // namespace tinsim
