// SPDX-License-Identifier: Apache-2.0
// Parameters of the switch of one chip, from the configuration.
#pragma once

#include <cstddef>
#include <set>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "tlm/tin/cell_switch/switch_params.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

/// The chips exceed what the chip core of the base chip has: its variant simulates all of them.
bool needs_variant_core(const PlatformConfig& config);

/// An upper bound of the cycles that an event is sent ahead, besides those of links.
Cycle cycles_in_chips(const PlatformConfig& config);

SwitchParams switch_params(const PlatformConfig& config, const Topology& topology,
                           std::size_t chip);

/// Classes of service of ip_traffic that are not strict, but whose cells use the VCs of strict ones
/// (ip.high_classes), and so have strict priority in the fabric, too.
std::set<unsigned> classes_sharing_strict_vcs(const PlatformConfig& config);

/// Number of VC FIFOs of the chip that receive raw cells and hosts' packets, or a few more; the
/// default if there are neither, or further sources of cells.
unsigned expected_queues(const PlatformConfig& config, const ChipInfo& chip,
                         const RouteTable& table);

}  // namespace tinsim
