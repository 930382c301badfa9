// SPDX-License-Identifier: Apache-2.0
// One result from the shares of all ranks.
#pragma once

#include "platform/ranks/ranks.h"
#include "platform/statistics/result.h"

namespace tinsim {

/// Collective. `result` holds what this rank's chips counted; at the first rank it then holds that
/// of all, each field merged as its kind says. Rows stand in the order of the ranks, so of their
/// chips.
void gather_result(Ranks& ranks, RunResult& result);

}  // namespace tinsim
