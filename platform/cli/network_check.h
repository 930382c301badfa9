// SPDX-License-Identifier: Apache-2.0
// Derived figures that need the network: links, deadlock proof, throughput bound.
#pragma once

#include <ostream>

#include "platform/config/platform_config.h"

namespace tinsim {

/// One figure per line. Throws ConfigError where the routing tables could deadlock.
void print_network_figures(std::ostream& out, const PlatformConfig& config);

}  // namespace tinsim
