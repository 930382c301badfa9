// SPDX-License-Identifier: Apache-2.0
// The pins of ExaNet's routing as its data, and the rules that they keep.
#pragma once

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/parts/exanet_route.h"

namespace tinsim {

/// `In` has the pins `size_i` and `wrap_i`.
template <class In>
ExanetLattice exanet_lattice_of(const In& in) {
  ExanetLattice lattice;
  for (unsigned d = 0; d < kExanetDims; ++d) {
    lattice.size[d] = static_cast<std::uint8_t>(in.size_i[d]);
    lattice.wrap[d] = in.wrap_i[d];
  }
  return lattice;
}

template <class Pins>
ExanetPlace exanet_place_of(const Pins& pins) {
  ExanetPlace place;
  for (unsigned d = 0; d < kExanetDims; ++d) place[d] = static_cast<std::uint8_t>(pins[d]);
  return place;
}

/// `In` has the pins `priority_i`, `enable_i` and `vc_rule_i`. Throws ProtocolError.
template <class In>
ExanetRouting exanet_routing_of(const In& in) {
  ExanetRouting routing;
  unsigned named = 0;
  for (unsigned d = 0; d < kExanetDims; ++d) {
    routing.priority[d] = static_cast<std::uint8_t>(in.priority_i[d]);
    named |= 1u << routing.priority[d];
  }
  TIN_CHECK(PriorityIsPermutation, named == 0b111,
            fmt::format("priorities {} {} {}", unsigned(routing.priority[0]),
                        unsigned(routing.priority[1]), unsigned(routing.priority[2])));
  TIN_CHECK(VcRuleExists, unsigned(in.vc_rule_i) <= 2, "channel rule 3");
  routing.enable = in.enable_i;
  routing.vc_rule = static_cast<ExanetVcRule>(unsigned(in.vc_rule_i));
  return routing;
}

/// Throws ProtocolError unless the place lies in the lattice.
inline void check_exanet_place(const ExanetLattice& lattice, const ExanetPlace& here) {
  for (unsigned d = 0; d < kExanetDims; ++d)
    TIN_CHECK(HereInLattice,
              lattice.size[d] >= 1 && lattice.size[d] <= 64 && here[d] < lattice.size[d],
              fmt::format("dimension {}: node {} of {}", d, here[d], lattice.size[d]));
}

}  // namespace tinsim
