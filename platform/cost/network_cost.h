// SPDX-License-Identifier: Apache-2.0
// Links, cables and optical modules of a network.
#pragma once

#include <cstdint>

#include "platform/network/topology/topology.h"

namespace tinsim {

struct NetworkCost {
  uint64_t chips = 0;
  uint64_t local_links = 0, global_links = 0;
  double local_m = 0;   ///< copper of all local links
  uint64_t cables = 0;  ///< of global links
  double cable_m = 0;   ///< of all of them
  uint64_t optics = 0;  ///< optical modules, at both ends
  double optics_w = 0;  ///< … their power

  uint64_t directions() const { return 2 * (local_links + global_links); }
};

/// Global links are optical. Those between two groups of pods fill cables, and so do those between
/// two pods of a group; a cable is as long as its longest link. The chips of a pod share modules.
NetworkCost network_cost(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
