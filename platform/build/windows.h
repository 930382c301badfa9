// SPDX-License-Identifier: Apache-2.0
// Windows in which pods and chips of a network are simulated alone.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/pod.h"

namespace tinsim {

/// Window lengths that the configured link latencies allow. A chip on pins receives its
/// inputs kWireToRx cycles late and so allows less.
Windows allowed_windows(const PlatformConfig& config, const Topology& topology,
                        const LinkPlan& plan);

/// From a match that takes credit to the first match that may use it again, on an idle network,
/// over a link of so many cycles.
Cycle credit_round_trip(Cycle link_cycles, const PipelineDelays& delays = {});

}  // namespace tinsim
