// SPDX-License-Identifier: Apache-2.0
// HyperX, Slim Fly, Polarfly and Dragonfly+ for tests: one host with one port on each chip.
#pragma once

#include <vector>

#include "tests/platform/graph_networks.h"

namespace tinsim {

inline PlatformConfig hyperx(const std::vector<unsigned>& dims,
                             const std::vector<unsigned>& widths = {1}) {
  PlatformConfig config = graph_kind("hyperx");
  config.topology.dims = dims;
  config.topology.widths = widths;
  return config;
}

inline PlatformConfig slim_fly(unsigned q) {
  PlatformConfig config = graph_kind("slim_fly");
  config.topology.q = q;
  return config;
}

inline PlatformConfig polarfly(unsigned q) {
  PlatformConfig config = graph_kind("polarfly");
  config.topology.q = q;
  return config;
}

/// One link between each leaf and each spine of a group.
inline PlatformConfig dragonfly_plus(unsigned groups, unsigned leaves, unsigned spines,
                                     unsigned links_per_pair) {
  PlatformConfig config = graph_kind("dragonfly_plus");
  config.topology.groups = groups;
  config.topology.leaves = leaves;
  config.topology.spines = spines;
  config.topology.global_links_per_pair = links_per_pair;
  config.topology.local_links_per_pair = 1;
  return config;
}

}  // namespace tinsim
