// SPDX-License-Identifier: Apache-2.0
// Routing modes: what a cell may do, and how a chip decides.
#pragma once

#include <cstdint>

#include "rtl_models/parts/route_choice.h"

namespace tinsim {

/// Aquila's four modes (3.2) and two to compare with; docs/reference/routing_modes.md.
enum class RouteMode : uint8_t {
  kMinimalDeterministic,
  kMinimalAdaptive,
  kDeterministic,
  kFullyAdaptive,
  kValiant,
  kUgalL
};

/// Are queue lengths looked at?
constexpr bool is_adaptive(RouteMode mode) {
  return mode == RouteMode::kMinimalAdaptive || mode == RouteMode::kFullyAdaptive ||
         mode == RouteMode::kUgalL;
}
/// Do tables have non-minimal entries?
constexpr bool has_detours(RouteMode mode) {
  return mode == RouteMode::kDeterministic || mode == RouteMode::kFullyAdaptive;
}
/// Does a cell go to a pod that was drawn for it first?
constexpr bool has_via_pods(RouteMode mode) {
  return mode == RouteMode::kValiant || mode == RouteMode::kUgalL;
}

/// What a chip needs to know besides its table.
struct RouteParams {
  ChoiceRule rule;
  uint32_t ordered_classes = 0;  ///< mask of classes that are routed by hash in any case
  bool ordered_minimal = true;   ///< … over minimal routes only
  uint8_t local_weight = 1;      ///< what a word queued for a local link counts
  uint8_t global_weight = 1;     ///< … and for a global one
};

}  // namespace tinsim
