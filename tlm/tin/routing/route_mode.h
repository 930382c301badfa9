// SPDX-License-Identifier: Apache-2.0
// Routing modes: permitted routes, and how a chip selects one.
#pragma once

#include <cstdint>

#include "rtl_models/common/named_enum.h"
#include "rtl_models/parts/route_choice.h"

namespace tinsim {

/// Aquila's four modes (3.2) and two to compare with; docs/reference/routing_modes.md.
TIN_ENUM(RouteMode, minimal_deterministic, minimal_adaptive, deterministic, fully_adaptive, valiant,
         ugal_l)

/// Words that adaptive modes compare: routed to an output VC and not credited by the receiver, or
/// in its output queue alone.
TIN_ENUM(QueueMetric, uncredited, output_queue)

/// Whether the choice depends on queue lengths.
constexpr bool is_adaptive(RouteMode mode) {
  return mode == RouteMode::minimal_adaptive || mode == RouteMode::fully_adaptive ||
         mode == RouteMode::ugal_l;
}
/// Whether tables have non-minimal entries.
constexpr bool has_detours(RouteMode mode) {
  return mode == RouteMode::deterministic || mode == RouteMode::fully_adaptive;
}
/// Whether a cell is routed through a random pod, or chip.
constexpr bool has_via_pods(RouteMode mode) {
  return mode == RouteMode::valiant || mode == RouteMode::ugal_l;
}

/// Routing parameters of a chip besides its table.
struct RouteParams {
  ChoiceRule rule;
  uint32_t ordered_classes = 0;  ///< mask of classes that are routed by hash in any case
  bool ordered_minimal = true;   ///< … over minimal routes only
  uint8_t local_weight = 1;      ///< cost of a word queued for a local link
  uint8_t global_weight = 1;     ///< … and for a global one
  QueueMetric metric = QueueMetric::uncredited;  ///< of all route choices from the first cycle on
};

}  // namespace tinsim
