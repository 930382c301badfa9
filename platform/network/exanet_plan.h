// SPDX-License-Identifier: Apache-2.0
// A network of ExaNet nodes, from the configuration: lattice, parameters, proof of its routing.
#pragma once

#include "platform/config/platform_config.h"
#include "platform/network/routing/deadlock.h"
#include "platform/network/topology/topology.h"
#include "tlm/exanet/exanet_params.h"

namespace tinsim {

/// Chips that a packet may pass; results count them with the five bits of a cell's hop count.
constexpr unsigned kMaxExanetHops = 31;

/// Torus or mesh. A dimension of two nodes has one link, as in the topology.
ExanetLattice exanet_lattice(const TopologyConfig& config);
/// Lattice, routing and times. Precondition: validate() found no error.
ExanetParams exanet_params(const PlatformConfig& config);
/// Links of the longest route.
unsigned exanet_longest_route(const ExanetLattice& lattice);

/// Coordinates of a chip, and the chip at coordinates.
ExanetPlace exanet_place(const ExanetLattice& lattice, unsigned chip);
unsigned exanet_chip(const ExanetLattice& lattice, const ExanetPlace& place);
/// The port of the topology that leads to a chip's neighbour in a direction. Precondition: there is
/// such a link.
unsigned exanet_port(const Topology& topology, const ExanetLattice& lattice, unsigned chip,
                     unsigned direction);

/// Judges the channel rule of the configuration (tlm/exanet/exanet_proof.h).
DeadlockProof prove_exanet_network(const PlatformConfig& config);
/// Throws ConfigError at `exanet.vc_rule` with the cycle unless the proof holds.
void require_exanet_proof(const PlatformConfig& config, const DeadlockProof& proof);

}  // namespace tinsim
