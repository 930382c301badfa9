// SPDX-License-Identifier: Apache-2.0
// Sizes and times of an ExaNet network: those of the paper, and the choices that give its figures.
#pragma once

#include <cstdint>
#include <set>

#include "rtl_models/common/block_choices.h"
#include "rtl_models/parts/exanet_route.h"

namespace tinsim {

/// Cycles are those of the clock of 156.25 MHz, 6.4 ns.
inline constexpr double kExanetCycleNs = 6.4;

struct ExanetParams {
  ExanetLattice lattice;
  ExanetRouting routing;
  bool fixed_priority = false;  ///< arbiters: fixed priority, the lowest queue first
  bool small_buffers = false;   ///< of make_exanet_nodes(): not those of the paper
  /// Credit in payload words below which a sender starts no packet: one packet of the maximum size.
  unsigned tred = kExanetMaxWords;
  /// Cycles after which an end repeats its credit word, so that a lost one delays and does not
  /// stop.
  unsigned refresh_cycles = 1000;
  /// From a word at the pins of one framer to those of the other: serial transceivers and cable. A
  /// hop takes 36 cycles with it, which is the measured difference of 0.46 us per round trip.
  unsigned line_cycles = 20;
  /// Of the routers of `impl_nodes`; those of all other nodes are the model.
  BlockImpl impl = BlockImpl::model;
  std::set<unsigned> impl_nodes;
};

/// How software or a DMA engine moves the words of an intra-tile port.
struct ExanetAccess {
  unsigned write_cycles = 1, read_cycles = 1;  ///< per word
};

/// Registers on the AXI bus of the ARM cores (the paper, 4.2), and a word per cycle.
inline constexpr ExanetAccess kExanetArm{4, 20}, kExanetDma{1, 1};

}  // namespace tinsim
