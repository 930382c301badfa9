// SPDX-License-Identifier: Apache-2.0
// Deadlock proof of escape routes: their channels do not wait for each other in a cycle.
#pragma once

#include <vector>

#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/escape_routes.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Adds the channels of VCs 30 and 31 and their dependencies to a proof, if cells follow any of
/// `routes` at any chip, also after they arrived over a link that is dead there. The first cycle
/// found becomes the cycle of the proof, if it has none yet.
void add_escape_channels(const Topology& topology, const std::vector<const EscapeRoutes*>& routes,
                         DeadlockProof& proof);

}  // namespace tinsim
