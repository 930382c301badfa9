// SPDX-License-Identifier: Apache-2.0
// Whether all ranks were given one configuration and the same files.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/ranks/ranks.h"

namespace tinsim {

// Ranks that simulate different networks would not detect it. Both are collective and throw
// UsageError at all ranks.

/// Files may lie in another folder at each rank: their contents are compared, below.
void require_same_config(Ranks& ranks, PlatformConfig config);

/// The files that network, traffic and sizes are read from: where ranks run on several machines, or
/// in several folders, they may have different ones of one name. Precondition: all can be read.
void require_same_files(Ranks& ranks, const PlatformConfig& config);

}  // namespace tinsim
