// SPDX-License-Identifier: Apache-2.0
// Candidates of a pod's chips, from where their links lead.
#pragma once

#include <vector>

#include "platform/network/topology/topology.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

using Ports = std::vector<uint8_t>;

/// The link ports of one chip, by where they lead.
struct Exits {
  std::vector<Ports> to_tin;       ///< lanes to each TiN of the own pod
  std::vector<Ports> to_distance;  ///< own global links to the pod 0, 1, 2, … further

  bool operator==(const Exits& o) const {
    return to_tin == o.to_tin && to_distance == o.to_distance;
  }
};

Exits exits_of(const Topology& topology, const ChipInfo& chip);

/// Candidates that a table may have.
struct RouteFreedom {
  RouteMode mode = RouteMode::minimal_deterministic;
  bool detours_in_every_pod = false;  ///< local detours also behind a global link
  bool all_copies =
      false;  ///< minimal also for a TiN with a link of its own: the links of other TiNs
};

/// Candidate rules of docs/explanation/routing.md for one pod. `distance` is that of the target
/// pod.
class PodRoutes {
 public:
  PodRoutes(std::vector<Exits> exits, RouteFreedom freedom);

  /// All rows of one of the pod's chips.
  RouteRows rows_of(unsigned tin) const;

 private:
  Candidates minimal_to_tin(unsigned from, PortClass in, unsigned phase, unsigned to) const;
  Candidates minimal_to_pod(unsigned from, PortClass in, unsigned phase, unsigned distance) const;
  Detours detours_to_tin(unsigned from, PortClass in, unsigned phase, unsigned to) const;
  Detours detours_to_pod(unsigned from, PortClass in, unsigned phase, unsigned distance) const;
  Detours source_detours(unsigned from, unsigned distance) const;

  bool owns(unsigned tin, unsigned distance) const {
    return !exits_[tin].to_distance[distance].empty();
  }
  std::vector<unsigned> owners(unsigned distance) const;
  bool can_continue(unsigned from, unsigned via, unsigned distance) const;
  bool reaches_owner(unsigned from, unsigned via, unsigned distance) const;
  Ports other_globals(unsigned from, unsigned distance) const;
  Ports lanes(unsigned from, const std::vector<unsigned>& to, unsigned start) const;
  Ports lanes_to_owners(unsigned from, unsigned distance) const;
  unsigned rank_among_users(unsigned from, unsigned distance) const;

  std::vector<Exits> exits_;  // by TiN
  RouteFreedom freedom_;
  unsigned tins_, pods_;
};

}  // namespace tinsim
