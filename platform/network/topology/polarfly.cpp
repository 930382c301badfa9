// SPDX-License-Identifier: Apache-2.0
// Polarfly: Erdos-Renyi polarity graphs, of diameter two (Lakhotia et al., SC 2022).
#include <fmt/format.h>

#include <array>
#include <vector>

#include "platform/network/topology/finite_field.h"
#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

unsigned chips_of(unsigned q) { return q * q + q + 1; }

std::optional<GraphSizeError> polarfly_size_error(const TopologyConfig& config) {
  unsigned most = 2;
  while (chips_of(most + 1) <= kMaxChips) ++most;
  if (is_prime_power(config.q) && config.q <= most) return std::nullopt;
  return GraphSizeError{
      "q", fmt::format("{} is no power of a prime whose q^2 + q + 1 chips are at most {}; expected "
                       "{}",
                       config.q, kMaxChips, nearest_values(config.q, most, is_prime_power))};
}

using Point = std::array<unsigned, 3>;

/// Points of the projective plane; the first coordinate that is not 0 is 1.
std::vector<Point> points_of_plane(unsigned q) {
  std::vector<Point> points;
  for (unsigned a = 0; a < q; ++a)
    for (unsigned b = 0; b < q; ++b) points.push_back({1, a, b});
  for (unsigned a = 0; a < q; ++a) points.push_back({0, 1, a});
  points.push_back({0, 0, 1});
  return points;
}

bool are_orthogonal(const FiniteField& field, const Point& a, const Point& b) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 3; ++i) sum = field.add(sum, field.multiply(a[i], b[i]));
  return sum == 0;
}

/// Two points are joined where their product is 0. The q + 1 quadrics, each orthogonal to itself,
/// have q links, the others q + 1.
NetworkGraph polarfly_graph_of(const TopologyConfig& config) {
  const FiniteField field(config.q);
  const std::vector<Point> points = points_of_plane(config.q);
  NetworkGraph graph;
  graph.hosts.assign(points.size(), config.hosts_per_tin);
  for (unsigned a = 0; a < points.size(); ++a)
    for (unsigned b = a + 1; b < points.size(); ++b)
      if (are_orthogonal(field, points[a], points[b]))
        graph.links.push_back({a, b, 0, 0, 1, {}, {}});
  number_ports(graph);
  return graph;
}

std::string polarfly_name(const TopologyConfig& config, const Topology& topology) {
  return fmt::format("Polarfly of q = {}, {} chips", config.q, topology.chips.size());
}

}  // namespace

extern const GraphShape kPolarflyShape = {TopologyKind::polarfly, RoutingScheme::auto_,
                                          polarfly_size_error, polarfly_graph_of, polarfly_name};

}  // namespace tinsim
