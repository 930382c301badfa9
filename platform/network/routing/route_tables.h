// SPDX-License-Identifier: Apache-2.0
// Route tables of all chips of a network.
#pragma once

#include <vector>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Fills every chip's table for the configured routing mode; docs/explanation/routing.md has the
/// rules.
std::vector<RouteTable> make_route_tables(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
