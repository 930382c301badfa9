// SPDX-License-Identifier: Apache-2.0
// References between records of a NIB.
#pragma once

#include <string>

#include "platform/controller/clique/nib_tables.h"

namespace tinsim::control {

/// The first flow of a TiN, as installed or as intended, whose group the NIB does not have; empty:
/// none.
inline std::string missing_group(const Nib& nib, std::size_t tin) {
  const auto missing = [&](NibTable flows, NibTable groups) -> std::string {
    const auto has = nib.read(block(groups, tin));
    const auto uses = nib.read(block(flows, tin));
    for (const auto& [number, group] : *uses)
      if (has->count(read16(group, 0)) == 0)
        return "TiN " + std::to_string(tin) + ": flow " + std::to_string(number) +
               " refers to group " + std::to_string(read16(group, 0)) + ", which is missing";
    return {};
  };
  const std::string found = missing(NibTable::kInstalledFlows, NibTable::kInstalledGroups);
  return found.empty() ? missing(NibTable::kFlows, NibTable::kGroups) : found;
}

}  // namespace tinsim::control
