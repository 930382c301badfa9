// SPDX-License-Identifier: Apache-2.0
// Routing schemes: which one a network has, and the VCs that it takes.
#include "platform/network/routing/scheme.h"

#include <algorithm>

#include "platform/config/platform_config.h"
#include "platform/network/routing/dimension_order.h"
#include "platform/network/routing/escape_routes.h"
#include "platform/network/routing/shortest_path.h"
#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

constexpr unsigned kMinStride =
    3;  ///< that of the classes of the GNet (docs/explanation/routing.md)

/// `phases`: of one way. With a VC per hop a cell is in the last of them at its target alone, where
/// the first leg needs none.
VcLayout layout(const PlatformConfig& config, Scheme scheme, unsigned phases) {
  unsigned first_leg = 0;
  if (has_via_pods(config.routing.mode)) first_leg = scheme == Scheme::kHopVc ? phases - 1 : phases;
  phases += first_leg;
  return {std::max(kMinStride, phases), phases, first_leg};
}

/// Whether every class of the traffic has its VCs. Those of the engines are as far apart as the
/// GNet's (docs/explanation/routing.md).
bool fits(const PlatformConfig& config, const VcLayout& vcs) {
  if ((config.ip.enabled || config.rma.enabled) && vcs.stride != kMinStride) return false;
  unsigned last_class = 0;
  for (const TrafficConfig& entry : config.traffic)
    for (unsigned cls : entry.class_) last_class = std::max(last_class, cls);
  return last_class * vcs.stride + vcs.phases <= vcs_for_classes(config);
}

Scheme scheme_of(const PlatformConfig& config, const Topology& topology) {
  const GraphShape* shape = find_graph_shape(config.topology.kind);
  if (shape == nullptr) return Scheme::kPods;
  const RoutingScheme configured = config.routing.scheme;
  switch (configured == RoutingScheme::auto_ ? shape->scheme : configured) {
    case RoutingScheme::dimension_order:
      return Scheme::kDimensionOrder;
    case RoutingScheme::up_down:
      return Scheme::kUpDown;
    case RoutingScheme::hop_vc:
      return Scheme::kHopVc;
    case RoutingScheme::auto_:
      break;
  }
  const VcLayout vcs = layout(config, Scheme::kHopVc, hop_vc_phases(topology));
  return fits(config, vcs) ? Scheme::kHopVc : Scheme::kUpDown;
}

}  // namespace

const char* scheme_name(Scheme scheme) {
  switch (scheme) {
    case Scheme::kDimensionOrder:
      return "dimension order";
    case Scheme::kHopVc:
      return "a VC per hop";
    case Scheme::kUpDown:
      return "up*/down*";
    default:
      return "pods";
  }
}

unsigned vcs_for_classes(const PlatformConfig& config) {
  const unsigned vcs = config.tin.switch_.vcs;
  return config.failures.events.empty() ? vcs : std::min(vcs, kEscapeVc);
}

VcLayout vcs_of_pods(unsigned pods) { return {kMinStride, pods > 1 ? 3u : 1u}; }

RoutePlan plan_routes(const PlatformConfig& config, const Topology& topology) {
  const Scheme scheme = scheme_of(config, topology);
  switch (scheme) {
    case Scheme::kDimensionOrder:
      return {scheme, layout(config, scheme, dimension_order_phases(config.topology))};
    case Scheme::kHopVc:
      return {scheme, layout(config, scheme, hop_vc_phases(topology))};
    case Scheme::kUpDown:
      return {scheme, layout(config, scheme, 1)};
    default:
      return {scheme, vcs_of_pods(topology.pods)};
  }
}

}  // namespace tinsim
