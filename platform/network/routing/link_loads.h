// SPDX-License-Identifier: Apache-2.0
// The load that traffic puts on every link where choices do not depend on queues.
#pragma once

#include <vector>

#include "platform/network/routing/bounds.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Which of a table's entries cells take, each equally often.
enum class RouteUse {
  kMinimal,     ///< the eight
  kAll,         ///< all 32, where a list of the 24 is not empty
  kNonMinimal,  ///< the 24, where there are any
  kOverAPod,    ///< the eight, to a random third pod first where the target is in another pod; in
                ///< a network given as a graph, to a random third chip first
};

enum class TrafficPart { kAll, kInPods, kBetweenPods };

/// [chip * ports_per_chip + port] load of the outgoing direction. Precondition:
/// prove_deadlock_free() holds.
std::vector<double> link_loads(const Topology& topology, const std::vector<RouteTable>& tables,
                               const TrafficMatrix& traffic, RouteUse use,
                               TrafficPart part = TrafficPart::kAll);

}  // namespace tinsim
