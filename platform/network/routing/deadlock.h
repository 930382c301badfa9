// SPDX-License-Identifier: Apache-2.0
// Deadlock proof: the channel dependency graph of the built tables has no cycle, and every route
// arrives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/network/routing/escape_routes.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// A channel is one VC phase of one directed link. The classes have VCs of their own and the same
/// routes, so one class represents all.
struct DeadlockProof {
  uint64_t channels = 0;             ///< channels that some cell can occupy
  uint64_t dependencies = 0;         ///< pairs of channels that a cell can hold and request
  unsigned longest_route_links = 0;  ///< 0 where there is a cycle
  /// That a cell can cross: each chip takes one from its hop count, and none may find zero.
  unsigned max_links = 0;
  std::vector<std::string> cycle;        ///< channels, each waiting for the next, the last for the
                                         ///< first: `pod 0 tin 3 port 24 vc 1`, the port that sends
  std::vector<std::string> unreachable;  ///< the first eight states in which a cell has no output

  bool holds() const {
    return cycle.empty() && unreachable.empty() && longest_route_links <= max_links;
  }
};

/// Follows every choice that the tables offer from every terminal to every chip. Exact: a state
/// that no cell can be in does not count (Dally and Seitz 1987; docs/explanation/routing.md).
DeadlockProof prove_deadlock_free(const Topology& topology, const std::vector<RouteTable>& tables);

/// The same for a network whose tables are exchanged while cells are in it, because links fail:
/// cells follow any of `tables` at any chip, and may drop the pod that was drawn for them. A cell
/// that is blocked takes an escape route. An escape route always reaches its end and a cell never
/// leaves it, so the two graphs are checked one after the other. All tables are of one network and
/// mode. The longest route is that of tables alone.
DeadlockProof prove_deadlock_free(const Topology& topology,
                                  const std::vector<const std::vector<RouteTable>*>& tables,
                                  const std::vector<const EscapeRoutes*>& escapes);

/// Throws ConfigError with the cycle, the dead ends or the length in words unless the proof holds.
void require_deadlock_free(const DeadlockProof& proof);

}  // namespace tinsim
