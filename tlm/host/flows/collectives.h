// SPDX-License-Identifier: Apache-2.0
// Collective operations as lists of flows, generated flow by flow.
#pragma once

#include <memory>
#include <vector>

#include "tlm/host/flows/flow_source.h"
#include "tlm/host/flows/flows_config.h"

namespace tinsim {

/// n hosts, by rank, and a vector of `bytes`; docs/reference/flows.md has the algorithms. All flows
/// may start at once, and depend on flows that start or end at their source. Preconditions: at
/// least 2 hosts; for doubling_all_reduce a power of two, for ring_all_reduce no more than `bytes`.
/// Throws InvariantError where `kind` is no collective operation.
std::unique_ptr<FlowSource> make_collective(FlowKind kind, std::vector<uint16_t> hosts,
                                            uint32_t bytes);

}  // namespace tinsim
