// SPDX-License-Identifier: Apache-2.0
// Derived figures: results of a configuration without simulation.
#pragma once

#include <cstdint>
#include <ostream>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"

namespace tinsim {

/// Bytes of input VC FIFO in the chip that has most; ports that are neither local nor global count
/// as terminal ports.
uint64_t fifo_bytes_per_chip(const PlatformConfig& config);

/// Zero-load latency in core cycles of one hop through a chip and the link that follows it,
/// header to header (docs/explanation/architecture.md).
unsigned chip_hop_cycles(const PlatformConfig& config);
unsigned local_hop_cycles(const PlatformConfig& config);
unsigned global_hop_cycles(const PlatformConfig& config);

/// Where the MACs have flow control: the headroom that they have, and that loses nothing
/// (docs/reference/ethernet.md).
void print_headroom(std::ostream& out, const PlatformConfig& config, const Topology& topology);

/// One figure per line, name and unit included.
void print_derived(std::ostream& out, const PlatformConfig& config);

}  // namespace tinsim
