// SPDX-License-Identifier: Apache-2.0
// From a simulated platform to the result of its run.
#pragma once

#include "base/stopwatch.h"
#include "platform/run/run_state.h"
#include "platform/statistics/result.h"

namespace tinsim {

/// Collective, at the end of the run. The counts of this rank, then those of all: complete at the
/// first rank. `spent`: in simulation.
RunResult collect_result(const RunState& state, const TimeSpent& spent);

}  // namespace tinsim
