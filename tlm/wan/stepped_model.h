// SPDX-License-Identifier: Apache-2.0
// Flow control over a WAN in steps of the longest PAUSE, after Mercer, Jayasundera and Kinzie (OFA
// Developer Workshop 2013).
#pragma once

#include "tlm/wan/wan_config.h"
#include "tlm/wan/wan_figures.h"

namespace tinsim {

/// Runs `config.steps` steps. In each, the node decides about the occupancy that it has, the data
/// that the source sent half a round trip ago arrives, and the sink takes its share; data above the
/// height is lost. The source always has data; a request reaches it after half a round trip.
WanSeries run_steps(const WanConfig& config);

}  // namespace tinsim
