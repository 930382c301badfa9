// SPDX-License-Identifier: Apache-2.0
// Flows from a plug-in: a shared library with the functions of flow_plugin.h.
#pragma once

#include <memory>
#include <string>

#include "tlm/host/flows/flow_source.h"

namespace tinsim {

/// Opens the library and a list in it, with the network's hosts and the run's seed. Throws
/// ConfigError where it is no such library, or refuses the options.
std::unique_ptr<FlowSource> open_flow_library(const std::string& file, const std::string& options,
                                              unsigned hosts, uint64_t seed);

}  // namespace tinsim
