// SPDX-License-Identifier: Apache-2.0
// Parameters of the route choice, from the configuration.
#include "platform/network/routing/route_params.h"

#include "platform/config/platform_config.h"

namespace tinsim {

RouteParams route_params(const RoutingConfig& config) {
  RouteParams params;
  ChoiceRule& rule = params.rule;
  rule.minimal_count = static_cast<uint8_t>(config.minimal_candidates);
  rule.nonminimal_count = static_cast<uint8_t>(config.nonminimal_candidates);
  rule.minimal_weight = static_cast<uint8_t>(config.minimal_weight);
  rule.nonminimal_weight = static_cast<uint8_t>(config.nonminimal_weight);
  rule.minimal_bias = static_cast<uint16_t>(config.minimal_bias_words);
  rule.nonminimal_bias = static_cast<uint16_t>(config.nonminimal_bias_words);
  for (unsigned cls : config.ordered_classes) params.ordered_classes |= 1u << cls;
  params.ordered_minimal = config.ordered_mode == OrderedMode::minimal_deterministic;
  params.local_weight = static_cast<uint8_t>(config.local_queue_weight);
  params.global_weight = static_cast<uint8_t>(config.global_queue_weight);
  params.metric = config.metric;
  return params;
}

}  // namespace tinsim
