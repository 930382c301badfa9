// SPDX-License-Identifier: Apache-2.0
// Cost of chip and network as lines, for `tinsim check`.
#pragma once

#include <ostream>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// One figure per line.
void print_cost(std::ostream& out, const PlatformConfig& config, const Topology& topology);

}  // namespace tinsim
