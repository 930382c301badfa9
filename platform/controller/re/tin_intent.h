// SPDX-License-Identifier: Apache-2.0
// Flows and groups of a TiN that follow from a table, and the table that follows from them.
#pragma once

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"

namespace tinsim::control {

struct TinIntent {
  Records setup, groups, flows, ip_groups, ip_flows;
};

/// `reachable`: TiNs whose IP addresses have flows, by their numbers.
TinIntent tin_intent(const CliquePlan& plan, std::size_t tin, const RouteTable& table,
                     const std::vector<bool>& reachable, GroupNumbers& numbers);

/// The table of a TiN with flows and groups of the NIB, by records of the two.
RouteTable table_of(const CliquePlan& plan, std::size_t tin, const Records& groups,
                    const Records& flows);

}  // namespace tinsim::control
