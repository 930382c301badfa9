// SPDX-License-Identifier: Apache-2.0
// Units of a Clique that are drained, replaced or added together.
#pragma once

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"

namespace tinsim::control {

/// A line card has two TiNs (Aquila, appendix A).
constexpr std::size_t kTinsOfLineCard = 2;

/// TiNs of a pod. Throws ConfigError if there is none.
std::vector<std::size_t> pod_tins(const CliquePlan& plan, unsigned pod);
/// TiNs of the line card of a TiN: 0 and 1 of its pod, 2 and 3, ….
std::vector<std::size_t> line_card_tins(const CliquePlan& plan, std::size_t tin);

/// `unit`: with which the TiN is drained, or kNotDrained.
NibWrite drain_write(std::size_t tin, std::uint16_t unit);

/// Drained TiNs that cells between TiNs of other units may cross by the tables that are installed.
/// A drain is complete when its TiNs are not among them.
std::vector<std::size_t> crossed_tins(const CliquePlan& plan, const Nib& nib);

}  // namespace tinsim::control
