// SPDX-License-Identifier: Apache-2.0
// Flows of external routes as the words of registers ip.entry.
#pragma once

#include "platform/controller/ibr/ibr_records.h"

namespace tinsim::control {

/// The words of an entry for a prefix whose group has `members` members from register `base` on.
Bytes external_flow(const IpPrefix& prefix, std::uint32_t base, std::size_t members);

struct FlowGroup {
  std::uint32_t base = 0, members = 0;
};
/// Of the words of an entry.
FlowGroup group_of_external(const Bytes& flow);

/// The words that name the prefix, without the group.
Bytes external_key(const Bytes& flow);

}  // namespace tinsim::control
