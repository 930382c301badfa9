// SPDX-License-Identifier: Apache-2.0
// Routing modes by name, and the parameters of the choice.
#include "platform/network/routing/route_params.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/errors.h"
#include "platform/config/platform_config.h"

namespace tinsim {

RouteMode route_mode(const std::string& name) {
  static const std::array<std::pair<const char*, RouteMode>, 6> names = {{
      {"minimal_deterministic", RouteMode::kMinimalDeterministic},
      {"minimal_adaptive", RouteMode::kMinimalAdaptive},
      {"deterministic", RouteMode::kDeterministic},
      {"fully_adaptive", RouteMode::kFullyAdaptive},
      {"valiant", RouteMode::kValiant},
      {"ugal_l", RouteMode::kUgalL},
  }};
  for (const auto& [text, mode] : names) {
    if (name == text) return mode;
  }
  throw ConfigError(fmt::format("routing.mode: '{}' is not a routing mode", name));
}

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
  params.ordered_minimal = config.ordered_mode == "minimal_deterministic";
  params.local_weight = static_cast<uint8_t>(config.local_queue_weight);
  params.global_weight = static_cast<uint8_t>(config.global_queue_weight);
  return params;
}

}  // namespace tinsim
