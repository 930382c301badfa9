// SPDX-License-Identifier: Apache-2.0
// A network of ExaNet nodes, from the configuration.
#include "platform/network/exanet_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "platform/config/located.h"
#include "platform/network/topology/link_selector.h"
#include "tlm/exanet/exanet_proof.h"

namespace tinsim {

ExanetLattice exanet_lattice(const TopologyConfig& config) {
  ExanetLattice lattice;
  for (unsigned d = 0; d < config.dims.size() && d < kExanetDims; ++d) {
    lattice.size[d] = static_cast<std::uint8_t>(config.dims[d]);
    lattice.wrap[d] = config.kind == TopologyKind::torus && config.dims[d] > 2;
  }
  return lattice;
}

ExanetParams exanet_params(const PlatformConfig& config) {
  const ExanetConfig& exanet = config.exanet;
  ExanetParams params;
  params.lattice = exanet_lattice(config.topology);
  for (unsigned d = 0; d < kExanetDims; ++d)
    params.routing.priority[d] = static_cast<std::uint8_t>(exanet.priority[d]);
  params.routing.vc_rule = static_cast<ExanetVcRule>(exanet.vc_rule);
  params.fixed_priority = exanet.arbiter == ExanetArbiter::fixed_priority;
  params.tred = exanet.tred_words;
  params.refresh_cycles = exanet.refresh_cycles;
  params.line_cycles = exanet.line_cycles;
  params.impl = exanet.impl;
  params.impl_nodes = {exanet.impl_nodes.begin(), exanet.impl_nodes.end()};
  params.small_buffers = exanet.buffers == ExanetBuffers::small;
  return params;
}

unsigned exanet_longest_route(const ExanetLattice& lattice) {
  unsigned links = 0;
  for (unsigned d = 0; d < kExanetDims; ++d)
    links += lattice.wrap[d] ? lattice.size[d] / 2u : lattice.size[d] - 1u;
  return links;
}

ExanetPlace exanet_place(const ExanetLattice& lattice, unsigned chip) {
  ExanetPlace place{};
  for (unsigned d = 0; d < kExanetDims; ++d) {
    place[d] = static_cast<std::uint8_t>(chip % lattice.size[d]);
    chip /= lattice.size[d];
  }
  return place;
}

unsigned exanet_chip(const ExanetLattice& lattice, const ExanetPlace& place) {
  unsigned chip = 0;
  for (unsigned d = kExanetDims; d-- > 0;) chip = chip * lattice.size[d] + place[d];
  return chip;
}

unsigned exanet_port(const Topology& topology, const ExanetLattice& lattice, unsigned chip,
                     unsigned direction) {
  const unsigned peer =
      exanet_chip(lattice, exanet_neighbour(lattice, exanet_place(lattice, chip), direction));
  const std::vector<PortInfo>& ports = topology.chips[chip].ports;
  for (unsigned port = 0; port < ports.size(); ++port)
    if (is_link(ports[port]) && ports[port].peer_chip == peer) return port;
  throw InvariantError(fmt::format("chip {} has no port for direction {}", chip, direction));
}

DeadlockProof prove_exanet_network(const PlatformConfig& config) {
  const ExanetParams params = exanet_params(config);
  const ExanetProof found = prove_exanet(params.lattice, params.routing);
  DeadlockProof proof;
  proof.channels = found.channels;
  proof.dependencies = found.dependencies;
  proof.longest_route_links = exanet_longest_route(params.lattice);
  proof.max_links = kMaxExanetHops - 1;
  proof.cycle = found.cycle;
  proof.unreachable = found.unreachable;
  return proof;
}

void require_exanet_proof(const PlatformConfig& config, const DeadlockProof& proof) {
  if (proof.holds()) return;
  fail_at(config, "exanet.vc_rule",
          fmt::format("{} lets packets deadlock: {} -> the first; expected dateline or difference",
                      word_of(config.exanet.vc_rule), fmt::join(proof.cycle, " -> ")));
}

}  // namespace tinsim
