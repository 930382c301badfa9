// SPDX-License-Identifier: Apache-2.0
// Parameters that all engines of a chip share, from configuration and topology.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/terminal_side.h"

namespace tinsim {

/// Precondition: the chip has terminal ports.
TerminalSide terminal_side(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                           uint8_t initial_hop);

/// Switch port of endpoint 0.
unsigned first_terminal(const ChipInfo& chip);

}  // namespace tinsim
