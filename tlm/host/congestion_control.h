// SPDX-License-Identifier: Apache-2.0
// The congestion control of a connection: Swift or DCTCP.
#pragma once

#include <memory>
#include <utility>
#include <variant>

#include "tlm/host/dctcp.h"
#include "tlm/host/swift.h"

namespace tinsim {

class CongestionControl {
 public:
  explicit CongestionControl(std::shared_ptr<const SwiftRules> rules)
      : rules_(std::in_place_type<Swift>, std::move(rules)) {}
  /// DCTCP. `params` must outlive it.
  explicit CongestionControl(const DctcpParams& params)
      : rules_(std::in_place_type<Dctcp>, params) {}

  /// The acknowledgement of a packet sent in cycle `sent`; `marked`: it arrived with CE.
  void acked(Cycle now, Cycle sent, const SwiftDelays& delays, bool marked) {
    if (auto* swift = std::get_if<Swift>(&rules_)) return swift->acked(now, delays);
    dctcp().acked(now, sent, delays.fabric + delays.endpoint, marked);
  }
  void lost(Cycle now) {
    std::visit([now](auto& rules) { rules.lost(now); }, rules_);
  }
  void timed_out(Cycle now) {
    std::visit([now](auto& rules) { rules.timed_out(now); }, rules_);
  }
  /// In packets.
  double window() const {
    if (const auto* swift = std::get_if<Swift>(&rules_)) return swift->window();
    return std::get<Dctcp>(rules_).window();
  }
  /// Time from one packet to the next while the window is below one, else 0.
  Cycle pacing_delay() const {
    const auto* swift = std::get_if<Swift>(&rules_);
    return swift != nullptr ? swift->pacing_delay() : 0;
  }
  /// Time without progress after which all outstanding segments count as lost.
  Cycle timeout() const {
    return std::visit([](const auto& rules) { return rules.timeout(); }, rules_);
  }
  /// Precondition: it is Swift.
  const Swift& swift() const { return std::get<Swift>(rules_); }

 private:
  Dctcp& dctcp() { return std::get<Dctcp>(rules_); }

  std::variant<Swift, Dctcp> rules_;
};

}  // namespace tinsim
