// SPDX-License-Identifier: Apache-2.0
// Demand and service of each kind of host, in the form from which the verdict is derived.
#pragma once

#include <vector>

#include "platform/statistics/result.h"

namespace tinsim {

/// Of each kind of host that made anything in the measurement. Precondition: `result` has all its
/// batches and counts.
std::vector<HostService> host_services(const RunResult& result);

}  // namespace tinsim
