// SPDX-License-Identifier: Apache-2.0
// Flows and groups of a TiN for external routes, in the registers behind those of the Clique's own
// addresses.
#pragma once

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/ibr/ibr_records.h"
#include "platform/controller/nib/nib.h"

namespace tinsim::control {

using EgressByPrefix = std::map<IpPrefix, std::vector<std::uint16_t>>;

struct ExternalIntent {
  Records groups, flows;       ///< of tables k(Installed)ExternalGroups and …Flows
  std::uint64_t left_out = 0;  ///< routes for which the registers have no place
};

/// `usable`: TiNs that may be an egress for this one. A route without any has no flow. What is
/// installed stays where it is, and what is new takes registers that nothing installed uses, so
/// that flows change to their new groups one by one.
ExternalIntent external_intent(const CliquePlan& plan, const Nib& nib, std::size_t tin,
                               const EgressByPrefix& routes, const std::vector<bool>& usable);

}  // namespace tinsim::control
