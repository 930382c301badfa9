// SPDX-License-Identifier: Apache-2.0
// Gathers what the chips' 1RMA engines and the hosts have counted.
#pragma once

#include "platform/build/platform.h"
#include "platform/statistics/rma_result.h"

namespace tinsim {

/// Precondition: the platform has 1RMA.
RmaResult rma_result(const Platform& platform);

}  // namespace tinsim
