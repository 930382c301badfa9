// SPDX-License-Identifier: Apache-2.0
// Random lattices, places and registers of ExaNet's routing, for stimuli.
#pragma once

#include <algorithm>
#include <array>

#include "rtl_models/common/bits.h"
#include "testbench/bench_random.h"

namespace tinsim {

using ExanetPins = std::array<Bits<6>, 3>;

/// Sets `size_i`, `wrap_i` and `here_i`: small lattices, the largest one, and any.
template <class In>
void random_exanet_lattice(Random& random, In& in) {
  const unsigned kind = random.below(10);
  for (unsigned d = 0; d < 3; ++d) {
    const unsigned size = kind < 6 ? random.range(1, 5) : kind < 7 ? 64 : random.range(1, 64);
    in.size_i[d] = size;
    in.wrap_i[d] = random.chance(60);
    in.here_i[d] = random.below(size);
  }
}

/// A place of the lattice, often near to `here_i`, at times outside.
template <class In>
ExanetPins random_exanet_place(Random& random, const In& in) {
  ExanetPins place;
  for (unsigned d = 0; d < 3; ++d) {
    const unsigned size = unsigned(in.size_i[d]);
    place[d] = random.chance(40) ? unsigned(in.here_i[d]) : random.below(size);
    if (random.chance(2)) place[d] = std::min(63u, size);
    if (random.chance(1)) place[d] = random.below(64);
  }
  return place;
}

/// Sets the registers: a permutation, most directions enabled, any channel rule.
template <class In>
void random_exanet_registers(Random& random, In& in) {
  std::array<unsigned, 3> order{0, 1, 2};
  for (unsigned n = 3; n > 1; --n) std::swap(order[n - 1], order[random.below(n)]);
  for (unsigned d = 0; d < 3; ++d) in.priority_i[d] = order[d];
  for (unsigned n = 0; n < 6; ++n) in.enable_i[n] = random.chance(90);
  in.vc_rule_i = random.below(3);
}

}  // namespace tinsim
