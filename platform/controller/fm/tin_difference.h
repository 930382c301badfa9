// SPDX-License-Identifier: Apache-2.0
// Operations that make a TiN have the intended flows and groups, by batches and in their order.
#pragma once

#include "platform/controller/clique/nib_tables.h"
#include "platform/controller/sfe/tin_operation.h"

namespace tinsim::control {

/// By batches (nib_tables.h). Empty where the intended is installed.
using BatchedOperations = std::map<std::uint8_t, std::vector<TinOperation>>;

/// Within a batch a group precedes the flows that use it, and flows are removed before their
/// groups. All flows are changed before any is removed: they are made before others break.
BatchedOperations tin_difference(const Nib& nib, std::size_t tin);

/// The tables `kInstalled…` after operations that have been carried out.
void record_operations(const Nib& nib, std::size_t tin, const std::vector<TinOperation>& operations,
                       std::vector<NibWrite>& writes);

}  // namespace tinsim::control
