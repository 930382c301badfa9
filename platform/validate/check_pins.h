// SPDX-License-Identifier: Apache-2.0
// Rules of chips on pins.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/validate/rules.h"

namespace tinsim {

/// Adds an error for each property of the switch that chips on pins do not have. Precondition:
/// switch_impl() is not model.
void check_switch_on_pins(const PlatformConfig& config, RuleErrors& errors);

}  // namespace tinsim
