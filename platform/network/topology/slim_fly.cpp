// SPDX-License-Identifier: Apache-2.0
// Slim Fly: McKay-Miller-Siran graphs of diameter two (Besta and Hoefler, SC 2014).
#include <fmt/format.h>

#include <vector>

#include "platform/network/topology/finite_field.h"
#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

bool is_slim_fly(unsigned q) { return q % 4 != 2 && is_prime_power(q); }

std::optional<GraphSizeError> slim_fly_size_error(const TopologyConfig& config) {
  const unsigned q = config.q;
  unsigned most = 2;
  while (2 * (most + 1) * (most + 1) <= kMaxChips) ++most;
  if (is_slim_fly(q) && q <= most) return std::nullopt;
  return GraphSizeError{
      "q", fmt::format("{} is no power of a prime of the form 4 w - 1, 4 w or 4 w + 1 whose 2 q^2 "
                       "chips are at most {}; expected {}",
                       q, kMaxChips, nearest_values(q, most, is_slim_fly))};
}

/// Exponents of the primitive element in the generator set of the first half of the chips, and in
/// that of the second half, where `half` is 1.
std::vector<unsigned> exponents(unsigned q, unsigned half) {
  std::vector<unsigned> list;
  if (q % 4 != 3) {
    for (unsigned i = half; i + 1 < q + half; i += 2) list.push_back(i);
    return list;
  }
  const unsigned w = (q + 1) / 4;
  for (unsigned i = half; i <= 2 * w - 2 + half; i += 2) list.push_back(i);
  for (unsigned i = 2 * w - 1 + half; i <= 4 * w - 3 + half; i += 2) list.push_back(i);
  return list;
}

/// Chip (half, x, y) is number (half q + x) q + y. Chips of one x are joined where the difference
/// of their y is in the generator set of the half; (0, x, y) and (1, m, c) where y = m x + c.
NetworkGraph slim_fly_graph_of(const TopologyConfig& config) {
  const unsigned q = config.q;
  const FiniteField field(q);
  std::vector<bool> generates[2];
  for (unsigned half = 0; half < 2; ++half) {
    generates[half].resize(q);
    for (unsigned exponent : exponents(q, half)) generates[half][field.power(exponent)] = true;
  }
  NetworkGraph graph;
  graph.hosts.assign(2 * q * q, config.hosts_per_tin);
  const auto join = [&](unsigned a, unsigned b) { graph.links.push_back({a, b, 0, 0, 1, {}, {}}); };
  for (unsigned chip = 0; chip < 2 * q * q; ++chip) {
    const unsigned half = chip / q / q, x = chip / q % q, y = chip % q;
    for (unsigned other = y + 1; other < q; ++other)
      if (generates[half][field.subtract(other, y)]) join(chip, chip - y + other);
    for (unsigned m = 0; half == 0 && m < q; ++m)
      join(chip, (q + m) * q + field.subtract(y, field.multiply(m, x)));
  }
  number_ports(graph);
  return graph;
}

std::string slim_fly_name(const TopologyConfig& config, const Topology& topology) {
  return fmt::format("Slim Fly of q = {}, {} chips", config.q, topology.chips.size());
}

}  // namespace

extern const GraphShape kSlimFlyShape = {TopologyKind::slim_fly, RoutingScheme::auto_,
                                         slim_fly_size_error, slim_fly_graph_of, slim_fly_name};

}  // namespace tinsim
