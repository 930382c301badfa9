// SPDX-License-Identifier: Apache-2.0
// Routing modes by name, and the parameters of a chip's route choice, from the configuration.
#pragma once

#include <string>

#include "platform/config/platform_config.h"
#include "tlm/tin/routing/route_mode.h"

namespace tinsim {

/// Precondition: the name is one that the configuration allows.
RouteMode route_mode(const std::string& name);

RouteParams route_params(const RoutingConfig& config);

}  // namespace tinsim
