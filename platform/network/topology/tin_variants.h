// SPDX-License-Identifier: Apache-2.0
// The variant of each TiN (`tin_variants`).
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Section `tin` with the keys that the variant changes.
TinConfig with_variant(TinConfig tin, const TinVariantConfig& variant);

/// Section `tin` as it is in this chip.
TinConfig tin_of(const PlatformConfig& config, const ChipInfo& chip);

/// Sets ChipInfo::variant of all chips; of several entries that name a chip the last one counts.
void assign_variants(const PlatformConfig& config, Topology& topology);

}  // namespace tinsim
