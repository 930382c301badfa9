// SPDX-License-Identifier: Apache-2.0
// Failure plan: times of failing links and TiNs, and the live network after each change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/network/topology/live_network.h"
#include "platform/network/topology/topology.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// One entry of `failures.events`, with its random choice made.
struct Failure {
  Cycle at = 0;                 ///< first cycle without light, where the lines end
  Cycle until = kNoCycle;       ///< first cycle with light again; kNoCycle: never
  std::vector<unsigned> chips;  ///< TiNs that fail, ascending
  std::vector<LinkEnd> links;   ///< links that fail by themselves: the named end, ascending
  std::vector<LinkEnd> dark;    ///< directions without light, by their sending ends, ascending
};

/// The network changes at `at`; its tables are those for `live` from `tables` on.
struct NetworkChange {
  Cycle at = 0;
  Cycle tables = 0;
  LiveNetwork live;
};

class FailurePlan {
 public:
  /// Precondition: validate() found no error; the topology was made from the configuration.
  FailurePlan(const PlatformConfig& config, const Topology& topology);

  bool empty() const { return failures_.empty(); }
  const std::vector<Failure>& failures() const { return failures_; }
  /// In order of time; changes of one cycle are merged.
  const std::vector<NetworkChange>& changes() const { return changes_; }

 private:
  std::vector<Failure> failures_;
  std::vector<NetworkChange> changes_;
};

/// `percent` of the items, at least one, by random numbers of `seed`: their places, ascending.
std::vector<std::size_t> draw_share(std::size_t items, double percent, uint64_t seed);

}  // namespace tinsim
