// SPDX-License-Identifier: Apache-2.0
// Do cables lead where the plan says? Neighbours as discovered over the links (as by IEEE 802.1AB)
// against the wiring of the topology.
#pragma once

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"

namespace tinsim::control {

/// A port whose cable leads elsewhere.
struct WiringFault {
  std::uint16_t tin = 0;
  std::uint8_t port = 0;
  std::optional<CableEnd> planned;  ///< nothing: the port is spare
  CableEnd found;
  /// The port that has the cable's planned end, if it is known and also wrong: the two may have
  /// been exchanged.
  std::optional<CableEnd> exchanged_with;
};

/// By TiN and port; each miswired cable has two ends.
std::vector<WiringFault> wiring_faults(const CliquePlan& plan, const Nib& nib);

/// `pod 0 tin 3 port 24: planned pod 1 tin 2 port 25, found pod 1 tin 0 port 25; …`
std::string text_of(const CliquePlan& plan, const WiringFault& fault);

}  // namespace tinsim::control
