// SPDX-License-Identifier: Apache-2.0
// Registers of a TiN that a controller manages, read back and as flows and groups.
#pragma once

#include <utility>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"

namespace tinsim::control {

/// Addresses and values, ascending.
using ReadRegisters = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Addresses of all registers that a controller manages at a TiN, and of the states of its links,
/// ascending.
std::vector<std::uint32_t> managed_registers(const CliquePlan& plan, std::size_t tin);

/// The next read operations of `addresses` from `from` on, for at most `most` registers and
/// `most_bytes` of body; moves `from` behind them.
Bytes read_request(const std::vector<std::uint32_t>& addresses, std::size_t& from, std::size_t most,
                   std::size_t most_bytes);

/// Records of the tables `kInstalled…` that follow from registers. Registers with values that no
/// operation writes give records that differ from all intended ones.
struct InstalledState {
  Records setup, groups, flows, ip_groups, ip_flows;
  Records external_groups, external_flows;
  std::uint64_t links_up = 0;
};
InstalledState installed_state(const CliquePlan& plan, std::size_t tin,
                               const ReadRegisters& registers, GroupNumbers& numbers);

}  // namespace tinsim::control
