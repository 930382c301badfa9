// SPDX-License-Identifier: Apache-2.0
// Report of `tinsim controller --report bootstrap`.
#pragma once

#include <ostream>

#include "platform/controller/bootstrap/bootstrap_model.h"

namespace tinsim::control {

/// For 1, 2, 4, and all TiNs of a pod with Ethernet: from measured costs and one time scale, and
/// with the assumed times of software; the waves for two.
void write_bootstrap(std::ostream& out, const Topology& topology, const MessageCosts& costs,
                     const BootstrapAssumptions& assumptions = {});

}  // namespace tinsim::control
