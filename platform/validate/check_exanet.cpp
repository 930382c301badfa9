// SPDX-License-Identifier: Apache-2.0
// Rules of networks of ExaNet chips: shape, ports, traffic, and services that only TiNs have.
#include <fmt/format.h>

#include <algorithm>

#include "platform/config/same_fields.h"
#include "platform/network/exanet_plan.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kIntraTilePorts = 3;
constexpr unsigned kMaxSize = 64;  ///< six bits of a coordinate
constexpr unsigned kBusBytes = 16;

/// Services are switched on by a key of their own, which is refused here.
void check_services(const PlatformConfig& config, RuleErrors& errors) {
  const auto refuse = [&errors](bool is_on, const char* path) {
    errors.expect(!is_on, path, "is for TiN chips, and chip is exanet; expected false");
  };
  refuse(config.ip.enabled, "ip.enabled");
  refuse(config.rma.enabled, "rma.enabled");
  refuse(config.ethernet_clos.enabled, "ethernet_clos.enabled");
  refuse(config.cliquemap.enabled, "cliquemap.enabled");
  refuse(config.flows.enabled, "flows.enabled");
  refuse(config.timesync.enabled, "timesync.enabled");
  refuse(config.cell_tracing.enabled, "cell_tracing.enabled");
  refuse(config.ecp.enabled, "ecp.enabled");
  refuse(config.bring_up.enabled, "bring_up.enabled");
}

void check_shape(const TopologyConfig& topology, RuleErrors& errors) {
  const bool is_lattice =
      topology.kind == TopologyKind::torus || topology.kind == TopologyKind::mesh;
  errors.expect(is_lattice, "topology.kind",
                fmt::format("{} is not for ExaNet chips, which route by coordinates; expected "
                            "torus or mesh",
                            word_of(topology.kind)));
  if (!is_lattice) return;
  errors.expect(!topology.dims.empty() && topology.dims.size() <= kExanetDims, "topology.dims",
                fmt::format("has {} entries; expected 1 to {}, for which headers have coordinates",
                            topology.dims.size(), kExanetDims));
  for (std::size_t d = 0; d < topology.dims.size(); ++d)
    errors.expect(topology.dims[d] <= kMaxSize, fmt::format("topology.dims.{}", d),
                  fmt::format("{} nodes in a row; expected at most {}, for a coordinate has six "
                              "bits",
                              topology.dims[d], kMaxSize));
  errors.expect(topology.links_per_direction == 1, "topology.links_per_direction",
                fmt::format("{} links to each neighbour, and a node has one port for each "
                            "direction; expected 1",
                            topology.links_per_direction));
  const unsigned ports = topology.hosts_per_tin * std::max(1u, topology.terminal_ports_per_host);
  errors.expect(ports <= kIntraTilePorts, "topology.hosts_per_tin",
                fmt::format("{} hosts with {} ports each need {} intra-tile ports; expected at "
                            "most {}",
                            topology.hosts_per_tin, std::max(1u, topology.terminal_ports_per_host),
                            ports, kIntraTilePorts));
}

void check_priority(const std::vector<unsigned>& priority, RuleErrors& errors) {
  errors.expect(priority.size() == kExanetDims, "exanet.priority",
                fmt::format("has {} entries; expected the three dimensions", priority.size()));
  expect_distinct_below(errors, "exanet.priority", priority, kExanetDims,
                        "there are three dimensions");
}

void check_impl(const PlatformConfig& config, RuleErrors& errors) {
  const ExanetConfig& exanet = config.exanet;
  const unsigned nodes = network_size(config.topology).chips;
  expect_distinct_below(errors, "exanet.impl_nodes", exanet.impl_nodes, nodes,
                        fmt::format("the network has {} nodes", nodes));
  errors.expect(
      exanet.impl == BlockImpl::model || !exanet.impl_nodes.empty(), "exanet.impl_nodes",
      fmt::format("is empty while impl is {}; expected at least one node", word_of(exanet.impl)));
}

void check_packets(const PlatformConfig& config, RuleErrors& errors) {
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    const TrafficConfig& entry = config.traffic[i];
    const std::string path = fmt::format("traffic.{}", i);
    errors.expect(!entry.is_recorded(), path + ".pattern",
                  fmt::format("{} has cells of TiN chips; expected a pattern that is drawn",
                              word_of(entry.pattern)));
    const auto refuse = [&](const char* key, bool is_default, const char* expected) {
      errors.expect(is_default, path + key,
                    fmt::format("is for TiN chips, and chip is exanet; expected {}", expected));
    };
    const TrafficConfig unset;
    refuse(".vc", entry.vc == unset.vc, "none: exanet.vc_rule chooses the channel");
    refuse(".cell_bytes", same_fields(entry.cell_bytes.items, unset.cell_bytes.items),
           "packet_bytes");
    errors.expect(!entry.packet_bytes.empty(), path + ".packet_bytes",
                  "is an empty list; expected at least one size");
    for (std::size_t n = 0; n < entry.packet_bytes.size(); ++n)
      errors.expect(entry.packet_bytes[n] % kBusBytes == 0,
                    fmt::format("{}.packet_bytes.{}", path, n),
                    fmt::format("{} bytes; expected a multiple of {}, a word of the bus",
                                entry.packet_bytes[n], kBusBytes));
  }
}

}  // namespace

void check_exanet(const PlatformConfig& config, RuleErrors& errors) {
  if (config.chip != ChipKind::exanet) return;
  check_services(config, errors);
  check_shape(config.topology, errors);
  check_priority(config.exanet.priority, errors);
  check_packets(config, errors);
  check_impl(config, errors);
}

void check_exanet_routes(const PlatformConfig& config, RuleErrors& errors) {
  const unsigned links = exanet_longest_route(exanet_lattice(config.topology));
  errors.expect(links < kMaxExanetHops, "topology.dims",
                fmt::format("the longest route has {} links; expected at most {}, which the hop "
                            "count of a result can tell",
                            links, kMaxExanetHops - 1));
}

}  // namespace tinsim
