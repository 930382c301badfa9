// SPDX-License-Identifier: Apache-2.0
// Keys that had another name.
#include "platform/config/renamed_keys.h"

#include <array>
#include <utility>

namespace tinsim {

std::string_view renamed_key(std::string_view old_path) {
  using Renamed = std::pair<std::string_view, std::string_view>;  // old path, new name
  static constexpr std::array<Renamed, 13> kRenamed = {{
      {"ip.handshake_first", "strict_handshake"},
      {"ip.ingress.rts_start", "initial_rts_window"},
      {"ip.ingress.rts_forget_us", "rts_state_lifetime_us"},
      {"ip.ingress.rts_patience_us", "rts_max_hold_us"},
      {"ip.ingress.rts_retry_us", "rts_probe_interval_us"},
      {"ip.ingress.rts_earn_percent", "rts_credit_percent"},
      {"ip.egress.crowd_percent", "rts_congestion_percent"},
      {"ip.egress.crowd_cycles", "rts_congestion_period_cycles"},
      {"rma.low_class", "low_class_vcs"},
      {"rma.window_bytes", "solicitation_window_bytes"},
      {"rma.strict", "strict_priority"},
      {"rma.timeout_us", "operation_timeout_us"},
      {"rma.nack_above", "nack_threshold"},
  }};
  for (const auto& [path, name] : kRenamed)
    if (path == old_path) return name;
  return "";
}

}  // namespace tinsim
