// SPDX-License-Identifier: Apache-2.0
// One step of ExaNet's dimension-order routing: direction and virtual channel.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/exanet_header.h"

namespace tinsim {

inline constexpr unsigned kExanetDirections = 2 * kExanetDims;

/// How the channel is chosen, in the numbers of `vc_rule_i`.
enum class ExanetVcRule : std::uint8_t { kDifference = 0, kOffset = 1, kDateline = 2 };

struct ExanetLattice {
  std::array<std::uint8_t, kExanetDims> size{1, 1, 1};
  std::array<bool, kExanetDims> wrap{};
};

struct ExanetRouting {
  std::array<std::uint8_t, kExanetDims> priority{0, 1, 2};
  std::array<bool, kExanetDirections> enable{true, true, true, true, true, true};
  ExanetVcRule vc_rule = ExanetVcRule::kDateline;
};

struct ExanetStep {
  bool local = false, no_route = false;
  std::uint8_t direction = 0;  ///< 2 * dimension, + 1 for minus
  bool upper = false;          ///< the virtual channel
};

/// Precondition: `here` lies in the lattice, the priorities are a permutation.
ExanetStep exanet_step(const ExanetLattice& lattice, const ExanetRouting& routing,
                       const ExanetPlace& here, const ExanetPlace& dst, const ExanetPlace& src);

/// The place beyond the link in this direction.
ExanetPlace exanet_neighbour(const ExanetLattice& lattice, ExanetPlace here, unsigned direction);

}  // namespace tinsim
