// SPDX-License-Identifier: Apache-2.0
// The list of flows that a configuration names.
#pragma once

#include <memory>

#include "platform/config/platform_config.h"
#include "tlm/host/flows/flow_check.h"
#include "tlm/host/flows/flow_source.h"

namespace tinsim {

/// From its begin. Throws ConfigError for a file of sizes, or a plug-in, that is wrong.
std::unique_ptr<FlowSource> flow_source(const PlatformConfig& config);

/// Reads the whole list. Throws ConfigError at its first fault.
FlowTotals checked_flows(const PlatformConfig& config);

}  // namespace tinsim
