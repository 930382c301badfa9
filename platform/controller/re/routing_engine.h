// SPDX-License-Identifier: Apache-2.0
// Routing Engine: from the reported links and TiNs to flows and groups, in sequenced batches
// (Aquila, section 4.1).
#pragma once

#include <optional>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"
#include "platform/network/topology/live_network.h"

namespace tinsim::control {

struct RoutingCounts {
  std::uint64_t plans = 0;
  std::uint64_t proofs = 0;  ///< of old and new tables together
};

/// Has no state but in the NIB: an instance continues where the one before ended.
class RoutingEngine {
 public:
  /// Both outlive it. No two plans begin within `interval_us`.
  RoutingEngine(const CliquePlan& plan, Nib& nib, std::uint64_t interval_us = 0)
      : plan_(plan),
        nib_(nib),
        changes_(nib, {NibTable::kTins, NibTable::kLinks, NibTable::kControl}),
        interval_us_(interval_us) {}

  /// Does one thing that is due: requests a pause of the Flow Manager, or publishes a plan. Throws
  /// InvariantError if channels of installed and new tables wait in a cycle.
  void step(std::uint64_t now_us);

  /// The plan is of all that has been reported.
  bool is_current() const;
  const RoutingCounts& counts() const { return counts_; }

 private:
  struct View {
    std::vector<std::uint64_t> links;  ///< by TiN
    std::vector<std::uint8_t> flags;
    std::vector<bool> drained;
  };
  View reported() const;
  bool is_planned(const View& view) const;
  LiveNetwork live(const View& view) const;
  void publish(const View& view, std::uint64_t number);
  std::vector<RouteTable> installed() const;
  void prove(const std::vector<RouteTable>& old, const std::vector<RouteTable>& tables);

  const CliquePlan& plan_;
  Nib& nib_;
  NibSubscription changes_;
  std::uint64_t interval_us_;
  std::uint64_t last_us_ = 0;
  bool is_due_ = true;  ///< something changed that has not been planned
  RoutingCounts counts_;
};

}  // namespace tinsim::control
