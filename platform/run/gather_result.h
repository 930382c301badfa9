// SPDX-License-Identifier: Apache-2.0
// One result from the shares of all ranks.
#pragma once

#include "platform/ranks/ranks.h"
#include "platform/statistics/result.h"

namespace tinsim {

/// Collective. `result` holds what this rank's chips counted: counts, drops by cause, births by
/// batch, histograms of classes and ports, packets and frames, rows and notes; at the first rank it
/// then holds that of all. Rows and notes stand in the order of the ranks, so of their chips. What
/// is derived from counts is left alone.
void gather_result(Ranks& ranks, RunResult& result);

}  // namespace tinsim
