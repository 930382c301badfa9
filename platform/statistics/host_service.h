// SPDX-License-Identifier: Apache-2.0
// What the hosts of a run asked for and got, of each kind of host, in the form that is judged.
#pragma once

#include <vector>

#include "platform/statistics/result.h"

namespace tinsim {

/// Of each kind of host that made anything in the measurement. Precondition: `result` has all its
/// batches and counts.
std::vector<HostService> host_services(const RunResult& result);

}  // namespace tinsim
