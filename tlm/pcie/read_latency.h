// SPDX-License-Identifier: Apache-2.0
// How long a host takes to answer a read: a normal variate in whole cycles, truncated at three
// standard deviations.
#pragma once

#include "tlm/pcie/pcie_params.h"

namespace tinsim {

/// The latency of request number `request` of a host, at least 1: a function of its arguments
/// alone, in integer arithmetic. The variate is the sum of twelve uniform ones (variance 12 / 12),
/// which differs from a normal one by less than 0.003 in the distribution function.
Cycle read_latency(const PcieParams& params, uint64_t request);

}  // namespace tinsim
