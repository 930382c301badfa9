// SPDX-License-Identifier: Apache-2.0
// Routing schemes: which one a network has, and the VCs that it takes.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

enum class Scheme {
  kPods,            ///< single, pair, dragonfly: route_table.h
  kDimensionOrder,  ///< torus: dimension_order.h
  kUpDown,          ///< up_down.h
  kHopVc,           ///< shortest_path.h
};

/// A cell of class c is on VC c * stride + phase.
struct VcLayout {
  unsigned stride = 3;  ///< VCs from one class to the next
  unsigned phases = 1;  ///< that a cell can be in, the last VC of a class among them in use
  /// Those of cells on the way to a random chip; the others are of the way from there. 0: cells
  /// pass no random chip.
  unsigned first_leg = 0;
};

struct RoutePlan {
  Scheme scheme = Scheme::kPods;
  VcLayout vcs;
};

/// `dimension order`, `up*/down*`, `a VC per hop`, `pods`.
const char* scheme_name(Scheme scheme);

/// VCs available to traffic classes: all, or the ones below the escape VCs if failures are planned.
unsigned vcs_for_classes(const PlatformConfig& config);

/// Three phases where there are several pods: a route crosses two global links at most
/// (docs/explanation/routing.md).
VcLayout vcs_of_pods(unsigned pods);

/// `routing.scheme`, or for `auto` the scheme of the kind; for graph, a VC per hop where the
/// classes of the traffic leave enough VCs, else up*/down*. Precondition: topology is that of the
/// configuration.
RoutePlan plan_routes(const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
