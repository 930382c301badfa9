// SPDX-License-Identifier: Apache-2.0
// Which terminal ports raw cells have where chips have an IP path or 1RMA, too.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// The topology for sources of raw cells: the hosts of each chip share its raw_endpoints() evenly;
/// the remainder is not in use. Precondition: one for each host.
Topology with_raw_ports(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
