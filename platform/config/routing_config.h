// SPDX-License-Identifier: Apache-2.0
// Section `routing`: modes and weights of routing; docs/reference/routing_modes.md.
#pragma once

#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/tin/routing/route_mode.h"

namespace tinsim {

TIN_ENUM(RoutingScheme, auto_, dimension_order, up_down, hop_vc)
TIN_ENUM(LocalDetours, source_pod, every_pod)
TIN_ENUM(MinimalCopies, own, all)
TIN_ENUM(OrderedMode, minimal_deterministic, deterministic)

struct PlatformConfig;
bool is_dragonfly(const PlatformConfig& config);

/// How cells find their way.
struct RoutingConfig {
  RouteMode mode = RouteMode::minimal_adaptive;
  RoutingScheme scheme = RoutingScheme::auto_;
  unsigned minimal_candidates = 2;
  unsigned nonminimal_candidates = 3;
  unsigned minimal_weight = 1;
  unsigned nonminimal_weight = 2;
  unsigned minimal_bias_words = 0;
  unsigned nonminimal_bias_words = 40;
  unsigned local_queue_weight = 1;
  unsigned global_queue_weight = 1;
  QueueMetric metric = QueueMetric::uncredited;
  LocalDetours local_detours = LocalDetours::source_pod;
  MinimalCopies minimal_copies = MinimalCopies::own;
  std::vector<unsigned> ordered_classes = {2, 7};
  OrderedMode ordered_mode = OrderedMode::minimal_deterministic;
  TIN_KEYS((mode,
            "route choice: by hash of the flow or by queue length, among minimal or all routes; "
            "over a random pod or chip; or UGAL-L"),
           (scheme,
            "deadlock avoidance of flattened and of all kinds after it; "
            "docs/reference/routing_schemes.md"),
           (minimal_candidates, "candidates drawn from the eight minimal entries", range(1, 8),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive}, "with this mode")),
           (nonminimal_candidates, "candidates drawn from the 24 non-minimal entries", range(0, 8),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive}, "with this mode")),
           (minimal_weight, "cost of a word queued on a minimal route", range(0, 255),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (nonminimal_weight, "cost of a word queued on a non-minimal route", range(0, 255),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (minimal_bias_words, "additional cost of a minimal route", range(0, 65535),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (nonminimal_bias_words,
            "additional cost of a non-minimal route; the threshold of ugal_l", range(0, 65535),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (local_queue_weight, "weight of a word queued for a local link", range(1, 8),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (global_queue_weight, "weight of a word queued for a global link", range(1, 8),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (metric,
            "words that are compared: routed to an output VC and not credited, or in its output "
            "queue alone",
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (local_detours, "where a cell may take two local links instead of one",
            only_with(&RoutingConfig::mode, {RouteMode::deterministic, RouteMode::fully_adaptive},
                      "with this mode")),
           (minimal_copies,
            "minimal routes of a TiN that holds a link to the pod: its own links, or all links of "
            "its pod to that pod",
            only_if_config(&is_dragonfly, {"topology.kind"}, "dragonfly", "with this kind")),
           (ordered_classes, "classes whose cells stay in order: adaptive modes route them by hash",
            range(0, 9)),
           (ordered_mode, "mode of the ordered classes in adaptive modes",
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive}, "with this mode")))
};

}  // namespace tinsim
