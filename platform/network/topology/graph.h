// SPDX-License-Identifier: Apache-2.0
// Networks given as a graph: chips, hosts on each, and links with their ports; any shape.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "platform/network/topology/topology.h"

namespace tinsim {

/// Whether the kind is built from a NetworkGraph: it is in the list of graph_shapes.cpp.
bool is_graph_kind(TopologyKind kind);

/// Maximum number of chips of such a network: the range of the address where chips have 16
/// endpoints. Where they have up to 64, an address has room for 1024 chips.
constexpr unsigned kMaxChips = 4096;
/// Of an address in a network of so many chips.
constexpr unsigned endpoint_bits(unsigned chips) { return chips > 1024 ? 4 : kEndpointBits; }

/// The same where chips have up to so many endpoints: of 1024 chips or fewer, one may have 256.
constexpr unsigned endpoint_bits(unsigned chips, unsigned endpoints) {
  return std::max(endpoint_bits(chips), chips > 1024 ? 0u : bits_for_endpoints(endpoints));
}

/// `count` parallel links, on consecutive ports at both ends.
struct GraphLink {
  unsigned a = 0, b = 0;            ///< chips
  unsigned port_a = 0, port_b = 0;  ///< first port at each end
  unsigned count = 1;
  std::optional<PortKind> kind;  ///< unset: topology.link_kind
  std::optional<double> metres;  ///< unset: the length that links of its kind have
};

struct NetworkGraph {
  std::vector<unsigned> hosts;     ///< by chip
  std::vector<GraphLink> links;    ///< no two with the same ends, none with equal ends
  std::vector<std::string> names;  ///< by chip; empty where chips have no names of their own

  unsigned chips() const { return static_cast<unsigned>(hosts.size()); }
  /// Hosts of the chip that has most.
  unsigned most_hosts() const { return *std::max_element(hosts.begin(), hosts.end()); }
  /// Link ports in use, by chip.
  std::vector<unsigned> degrees() const;
  /// `chip 3`, with the name of a node from a file.
  std::string chip_name(unsigned chip) const;
};

/// Gives each link the next ports of its ends, in the order of the links.
void number_ports(NetworkGraph& graph);

/// The first chip that links do not join to chip 0; unset where all are joined.
std::optional<unsigned> unjoined_chip(const NetworkGraph& graph);

/// The graph of a kind for which is_graph_kind() holds. Throws ConfigError for a file that cannot
/// be used. Precondition: the fields are in range and graph_size_error() found nothing.
NetworkGraph make_graph(const TopologyConfig& config);

/// A fault in the size of a network: a key of `topology`, and `fault; expected …`.
struct GraphSizeError {
  std::string key;
  std::string text;
};
/// Unset if there is none. Precondition: is_graph_kind().
std::optional<GraphSizeError> graph_size_error(const TopologyConfig& config);
/// The fault that a network of more than kMaxChips has.
GraphSizeError too_many_chips(const char* key, uint64_t chips);

/// Ports of each chip: as configured for TiNs; of ExaNet nodes the three intra-tile ports, and the
/// links of the node that has most.
unsigned ports_of_chip(const PlatformConfig& config, const NetworkGraph& graph);

/// Terminal ports of each host: as configured, or an equal share of the ports without links, on the
/// chip with the fewest of them per host, so far as there are endpoints for them.
unsigned ports_per_host(const TopologyConfig& config, const NetworkGraph& graph, unsigned ports);

/// Pods are so many chips in a row, the last one may have fewer. Terminal ports follow the link
/// ports of a chip. Precondition: validate() found no error.
Topology make_graph_topology(const PlatformConfig& config);

}  // namespace tinsim
