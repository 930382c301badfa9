// SPDX-License-Identifier: Apache-2.0
// Topology export: the built network for people (summary), tables (csv) and Graphviz (dot).
#pragma once

#include <ostream>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// Counts of chips, hosts, links and ports, one figure per line.
/// The network in a few words: `dragonfly, 4 pods of 12 TiNs`, `torus, 8 x 8 chips`.
std::string network_name(const TopologyConfig& config, const Topology& topology);

void write_topology_summary(std::ostream& out, const PlatformConfig& config, const Topology& t);

/// One line per port: chip, place, kind, far end of a link, host and 16-bit address of a terminal.
/// Fields that do not apply are empty.
void write_topology_csv(std::ostream& out, const PlatformConfig& config, const Topology& t);

/// An undirected graph of the chips, a cluster per pod, one edge per joined pair of chips with the
/// number of its links.
void write_topology_dot(std::ostream& out, const PlatformConfig& config, const Topology& t);

}  // namespace tinsim
