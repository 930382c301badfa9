// SPDX-License-Identifier: Apache-2.0
// Flow state of a Clique's controller: flows as the paper counts them, and memory of the NIB
// (Aquila, section 4.2).
#pragma once

#include <ostream>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/nib/nib.h"

namespace tinsim::control {

/// Numbers of flows; each for all TiNs together.
struct FlowState {
  std::uint64_t tins = 0, pods = 0, tins_per_pod = 0;
  std::uint64_t ports = 0;  ///< of a TiN, spare ones included
  // GNet.
  std::uint64_t gnet_flows = 0;     ///< in the NIB: by class of the input, VC phase and row
  std::uint64_t gnet_groups = 0;    ///< that they use
  std::uint64_t gnet_expanded = 0;  ///< the same, by input port
  std::uint64_t outputs = 0;        ///< of these, different ports each
  std::uint64_t pruned = 0;         ///< … and further ones that led back to the input
  // IP; 0 without IP path.
  std::uint64_t addresses = 0;    ///< of hosts and control processors, IPv4 and IPv6
  std::uint64_t ip_flows = 0;     ///< in the NIB: subnets with indexed groups
  std::uint64_t ip_expanded = 0;  ///< the same, by address
  NibSizes intent;                ///< flows and groups of the intent
  NibSizes all;                   ///< all tables, with the intent installed

  // By the formulas of the paper's factors.
  std::uint64_t destinations() const { return pods - 1 + tins_per_pod - 1; }
  std::uint64_t classes_formula() const { return tins * kPortClasses * destinations() * kVcPhases; }
  std::uint64_t ports_formula() const { return tins * ports * destinations() * kVcPhases; }
};

/// With all links up. Plans the Clique, and records the plan as installed, as it is at the end.
FlowState flow_state(const CliquePlan& plan);

/// The report, with the figures of the paper where the Clique is the paper's.
void write_flow_state(std::ostream& out, const FlowState& state);

}  // namespace tinsim::control
