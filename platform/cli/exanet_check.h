// SPDX-License-Identifier: Apache-2.0
// Derived figures of a network of ExaNet chips: shape, efficiencies, latency, proof, bound.
#pragma once

#include <ostream>

#include "platform/config/platform_config.h"

namespace tinsim {

/// Throws ConfigError where the channel rule lets packets deadlock. Precondition: `chip: exanet`.
void print_exanet_figures(std::ostream& out, const PlatformConfig& config);

}  // namespace tinsim
