// SPDX-License-Identifier: Apache-2.0
// Parameters of a chip's route choice, from the configuration.
#pragma once

#include "platform/config/platform_config.h"
#include "tlm/tin/routing/route_mode.h"

namespace tinsim {

RouteParams route_params(const RoutingConfig& config);

}  // namespace tinsim
