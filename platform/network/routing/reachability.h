// SPDX-License-Identifier: Apache-2.0
// Pairs of chips that are connected in a network with failures.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platform/network/routing/escape_routes.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// Ordered pairs of different chips with hosts.
struct Reachability {
  uint64_t pairs = 0;      ///< in the whole network
  uint64_t connected = 0;  ///< that some way over live links joins
  /// Pairs whose cells arrive with any choice among the live candidates of the tables. Unset for
  /// modes over a random pod.
  std::optional<uint64_t> by_tables;
  /// Whose cells arrive by some of these choices. Unset likewise.
  std::optional<uint64_t> by_some_choice;
  /// … or reach their goal by an escape route from wherever they have no candidate. Unset without
  /// escape routes.
  std::optional<uint64_t> with_escape;
};

/// `tables` as they are, with every chip knowing which of its own links are live. `escape`: null
/// where there are no escape routes; else of the same live network.
Reachability reachability(const Topology& topology, const std::vector<RouteTable>& tables,
                          const LiveNetwork& live, const EscapeRoutes* escape);

}  // namespace tinsim
