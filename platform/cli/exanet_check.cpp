// SPDX-License-Identifier: Apache-2.0
// Derived figures of a network of ExaNet chips.
#include "platform/cli/exanet_check.h"

#include <fmt/ostream.h>

#include <set>

#include "platform/network/exanet_plan.h"
#include "platform/traffic/exanet_bound.h"
#include "platform/traffic/exanet_packets.h"
#include "platform/traffic/traffic_bound.h"
#include "tlm/exanet/exanet_figures.h"

namespace tinsim {
namespace {

void print_efficiencies(std::ostream& out, const PlatformConfig& config) {
  std::set<unsigned> sizes;
  for (const TrafficConfig& entry : config.traffic)
    sizes.insert(entry.packet_bytes.begin(), entry.packet_bytes.end());
  for (unsigned bytes : sizes)
    fmt::print(out,
               "packets of {} bytes: a link carries {:.1f} % payload, a router port {:.1f} % from "
               "one sender and {:.1f} % from two\n",
               bytes, 100 * exanet_link_efficiency(bytes), 100 * exanet_router_efficiency(bytes, 1),
               100 * exanet_router_efficiency(bytes, 2));
}

void print_times(std::ostream& out, const PlatformConfig& config) {
  const double cycle_ns = 1000 / config.exanet.clock_mhz;
  const unsigned hop = kExanetHopCycles + config.exanet.line_cycles;
  fmt::print(out, "zero-load latency of a node and a line: {} cycles = {:.1f} ns\n", hop,
             hop * cycle_ns);
}

}  // namespace

void print_exanet_figures(std::ostream& out, const PlatformConfig& config) {
  const Topology topology = make_topology(config);
  fmt::print(out, "chips: {}, hosts: {}\n", topology.chips.size(), topology.hosts.size());
  fmt::print(out, "line rate: {} Gb/s, bus: {} Gb/s\n", 0.064 * config.exanet.clock_mhz,
             0.128 * config.exanet.clock_mhz);
  print_efficiencies(out, config);
  print_times(out, config);
  const DeadlockProof proof = prove_exanet_network(config);
  require_exanet_proof(config, proof);
  fmt::print(out,
             "deadlock under rule {}: none possible; {} channels, {} dependencies, no cycle; "
             "longest route {} links\n",
             word_of(config.exanet.vc_rule), proof.channels, proof.dependencies,
             proof.longest_route_links);
  const double offered = offered_ports_per_chip(packets_as_cells(config), topology);
  const double gbps = 0.064 * config.exanet.clock_mhz;
  fmt::print(out, "offered: {:.4f} line rates = {:.3f} Gb/s per chip\n", offered, offered * gbps);
  if (const auto bound = exanet_bound(config, topology))
    fmt::print(
        out,
        "bound, if all sources slow down alike: {:.4f} line rates = {:.3f} Gb/s per chip, by "
        "the busiest line; frames and credits take {:.2f} % of it; {:.3f} links per packet\n",
        bound->words_per_chip, bound->words_per_chip * gbps, 100 * bound->frame_share,
        bound->mean_links);
}

}  // namespace tinsim
