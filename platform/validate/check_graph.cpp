// SPDX-License-Identifier: Apache-2.0
// Rules of networks that are given as a graph: sizes, ports, addresses, routing.
#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/config/chip_impl.h"
#include "platform/network/routing/graph_tables.h"
#include "platform/network/routing/scheme.h"
#include "platform/network/topology/graph.h"
#include "platform/network/topology/graph_file.h"
#include "platform/validate/rules.h"
#include "rtl_models/parts/route_choice.h"

namespace tinsim {
namespace {

void check_pods(const TopologyConfig& topology, const NetworkGraph& graph, RuleErrors& errors) {
  const unsigned tins = topology.tins_per_pod;
  const unsigned pods = (graph.chips() + tins - 1) / tins;
  const unsigned endpoints = graph.most_hosts() * std::max(1u, topology.terminal_ports_per_host);
  const unsigned most = 1u << (16 - kTinBits - endpoint_bits(graph.chips(), endpoints));
  errors.expect(pods <= most, "topology.tins_per_pod",
                fmt::format("{} chips are {} pods of {}; expected at most {} pods, so at least {} "
                            "chips in each",
                            graph.chips(), pods, tins, most, (graph.chips() + most - 1) / most));
}

/// With more than 1024 chips the address has another format, which parts of the chip do not know.
void check_address(const PlatformConfig& config, const NetworkGraph& graph, RuleErrors& errors) {
  const unsigned chips = graph.chips(), endpoints = 1u << endpoint_bits(chips);
  if (endpoint_bits(chips) == kEndpointBits) return;
  const unsigned hosts = *std::max_element(graph.hosts.begin(), graph.hosts.end());
  const uint64_t terminals =
      uint64_t{hosts} * std::max(1u, config.topology.terminal_ports_per_host);
  errors.expect(terminals <= endpoints, "topology.hosts_per_tin",
                fmt::format("a chip has {} terminal ports, but addresses of {} chips have {} "
                            "endpoints; expected at most that many, or at most 1024 chips",
                            terminals, chips, endpoints));
  const auto refuse = [&](bool is_on, const char* path, const char* off) {
    errors.expect(!is_on, path,
                  fmt::format("has addresses of at most 1024 chips, and the network has {}; "
                              "expected {}",
                              chips, off));
  };
  refuse(config.ip.enabled, "ip.enabled", "false");
  refuse(config.rma.enabled, "rma.enabled", "false");
  refuse(!config.failures.events.empty(), "failures.events", "none");
  refuse(config.trace.is_on(), "trace", "no trace");
  refuse(switch_impl(config) != SwitchImpl::model, "tin.impl", "model");
}

void check_ports(const PlatformConfig& config, const NetworkGraph& graph, RuleErrors& errors) {
  if (config.chip != ChipKind::tin) return;
  const unsigned ports = config.tin.switch_.ports;
  const std::vector<unsigned> degrees = graph.degrees();
  const unsigned per_host = std::max(1u, config.topology.terminal_ports_per_host);
  for (unsigned chip = 0; chip < graph.chips(); ++chip) {
    const uint64_t need = degrees[chip] + uint64_t{graph.hosts[chip]} * per_host;
    if (degrees[chip] >= kNoRoute) {
      errors.add("tin.switch.ports",
                 fmt::format("{} has {} links; expected at most {}, which tables can name",
                             graph.chip_name(chip), degrees[chip], unsigned{kNoRoute}));
      return;
    }
    if (need <= ports) continue;
    errors.add(
        "tin.switch.ports",
        fmt::format("{} ports are too few; expected at least {} = {} links of {} + {} "
                    "terminal (hosts {} * max(1, terminal_ports_per_host {}))",
                    ports, need, degrees[chip], graph.chip_name(chip), graph.hosts[chip] * per_host,
                    graph.hosts[chip], config.topology.terminal_ports_per_host));
    return;
  }
}

void check_destinations(const PlatformConfig& config, const NetworkGraph& graph,
                        RuleErrors& errors) {
  constexpr uint64_t kMaxDestinations = 65534;  // 16-bit numbers of hosts and of their ports
  const unsigned per_host = ports_per_host(config.topology, graph, ports_of_chip(config, graph));
  uint64_t hosts = 0, senders = 0;
  for (unsigned count : graph.hosts) {
    hosts += count;
    senders += count != 0;
  }
  errors.expect(
      senders > 1, "topology",
      fmt::format("{} of {} chips has hosts; expected at least 2", senders, graph.chips()));
  errors.expect(hosts * (1 + per_host) <= kMaxDestinations, "topology.hosts_per_tin",
                fmt::format("{} hosts and {} terminal ports are too many; expected at most {} "
                            "together",
                            hosts, hosts * per_host, kMaxDestinations));
}

std::string node_name(const ChipInfo& chip, unsigned number) {
  return chip.name.empty() ? fmt::format("chip {}", number) : fmt::format("'{}'", chip.name);
}

/// The ten traffic classes of IP path and 1RMA have three VCs each.
void check_engine_vcs(const PlatformConfig& config, RuleErrors& errors) {
  const bool has_engines = config.ip.enabled || config.rma.enabled;
  if (!has_engines || !is_graph_kind(config.topology.kind) || !errors.lines().empty()) return;
  constexpr unsigned kVcsOfClass = 3;
  const RoutePlan plan = plan_routes(config, make_topology(config));
  errors.expect(plan.vcs.phases <= kVcsOfClass, "routing.scheme",
                fmt::format("{} takes {} VCs of each class, but those of {} have {}; expected "
                            "up_down, or a smaller network",
                            scheme_name(plan.scheme), plan.vcs.phases,
                            config.ip.enabled ? "the IP path" : "1RMA", kVcsOfClass));
}

}  // namespace

void check_route_lengths(const PlatformConfig& config, RuleErrors& errors) {
  const Topology topology = make_topology(config);
  const auto route = too_long_route(config, topology);
  if (!route) return;
  const TopologyConfig& shape = config.topology;
  errors.add(shape.kind == TopologyKind::graph ? "topology.file" : "topology.dims",
             fmt::format("the route from {} to {}{} has {} links ({}); expected at most {}, which "
                         "is what the hop count of a cell, of five bits, can tell",
                         node_name(topology.chips[route->from], route->from),
                         node_name(topology.chips[route->to], route->to),
                         shape.kind == TopologyKind::graph ? fmt::format(" of {}", shape.file) : "",
                         route->links, scheme_name(plan_routes(config, topology).scheme),
                         route->max_links));
}

void check_routing(const PlatformConfig& config, RuleErrors& errors) {
  const RoutingScheme scheme = config.routing.scheme;
  const TopologyKind kind = config.topology.kind;
  errors.expect(scheme == RoutingScheme::auto_ || is_graph_kind(kind), "routing.scheme",
                fmt::format("{} is not for {}, which has routes of its own; expected auto",
                            word_of(scheme), word_of(kind)));
  errors.expect(
      scheme != RoutingScheme::dimension_order || kind == TopologyKind::torus ||
          kind == TopologyKind::mesh || !is_graph_kind(kind),
      "routing.scheme",
      fmt::format("dimension_order is for torus and mesh, and the kind is {}; expected auto, "
                  "up_down or hop_vc",
                  word_of(kind)));
  check_engine_vcs(config, errors);
  const RouteMode mode = config.routing.mode;
  errors.expect(!has_detours(mode) || !is_graph_kind(kind), "routing.mode",
                fmt::format("{} needs the pods of a dragonfly, and the kind is {}; expected "
                            "minimal_deterministic, minimal_adaptive, valiant or ugal_l",
                            word_of(mode), word_of(kind)));
  errors.expect(!has_via_pods(mode) || !is_graph_kind(kind) || config.failures.events.empty(),
                "routing.mode",
                fmt::format("{} has no routes around failures, and the kind is {}; expected "
                            "minimal_deterministic or minimal_adaptive, or no failures",
                            word_of(mode), word_of(kind)));
}

void check_graph_topology(const PlatformConfig& config, RuleErrors& errors) {
  const TopologyConfig& topology = config.topology;
  errors.expect(topology.kind != TopologyKind::graph || !topology.file.empty(), "topology",
                "graph has no file; expected file: PATH of a CSV or GraphML file");
  if (const auto error = graph_size_error(topology))
    errors.add("topology." + error->key, error->text);
  if (!errors.lines().empty()) return;
  NetworkGraph graph;
  try {
    graph = make_graph(topology);
  } catch (const GraphFileError& error) {
    return errors.add("topology." + error.key(), error.what());
  }
  check_pods(topology, graph, errors);
  check_address(config, graph, errors);
  check_ports(config, graph, errors);
  if (errors.lines().empty()) check_destinations(config, graph, errors);
}

}  // namespace tinsim
