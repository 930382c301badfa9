// SPDX-License-Identifier: Apache-2.0
// One step of ExaNet's dimension-order routing: direction and virtual channel.
#include "rtl_models/parts/exanet_route.h"

namespace tinsim {
namespace {

bool goes_plus(const ExanetLattice& lattice, unsigned dim, unsigned here, unsigned dst) {
  if (!lattice.wrap[dim]) return dst > here;
  const unsigned size = lattice.size[dim];
  return 2 * ((dst + size - here) % size) <= size;
}

bool upper_channel(ExanetVcRule rule, bool plus, unsigned here, unsigned next, unsigned dst,
                   unsigned src) {
  switch (rule) {
    case ExanetVcRule::kDifference:
      return dst > here;
    case ExanetVcRule::kOffset:
      return plus;
    case ExanetVcRule::kDateline:
      break;
  }
  return plus ? next < src : next > src;
}

}  // namespace

ExanetStep exanet_step(const ExanetLattice& lattice, const ExanetRouting& routing,
                       const ExanetPlace& here, const ExanetPlace& dst, const ExanetPlace& src) {
  ExanetStep step;
  for (unsigned d = 0; d < kExanetDims; ++d) step.no_route |= dst[d] >= lattice.size[d];
  if (step.no_route) return step;
  step.local = dst == here;
  if (step.local) return step;

  unsigned first = 0;
  while (dst[routing.priority[first]] == here[routing.priority[first]]) ++first;
  const unsigned dim = routing.priority[first];
  const bool plus = goes_plus(lattice, dim, here[dim], dst[dim]);
  const unsigned direction = 2 * dim + (plus ? 0 : 1);
  step.no_route = !routing.enable[direction];
  if (step.no_route) return step;
  step.direction = static_cast<std::uint8_t>(direction);
  const unsigned next = exanet_neighbour(lattice, here, direction)[dim];
  step.upper = upper_channel(routing.vc_rule, plus, here[dim], next, dst[dim], src[dim]);
  return step;
}

ExanetPlace exanet_neighbour(const ExanetLattice& lattice, ExanetPlace here, unsigned direction) {
  const unsigned dim = direction / 2, size = lattice.size[dim];
  const unsigned by = direction % 2 ? size - 1 : 1;
  here[dim] = static_cast<std::uint8_t>((here[dim] + by) % size);
  return here;
}

}  // namespace tinsim
