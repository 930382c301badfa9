// SPDX-License-Identifier: Apache-2.0
// Is an ExaNet routing free of deadlock? The graph of its channels, and a cycle in it.
#include "tlm/exanet/exanet_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

namespace tinsim {
namespace {

constexpr std::size_t kMostUnreachable = 8;

ExanetPlace place_of(const ExanetLattice& lattice, unsigned node) {
  return {static_cast<std::uint8_t>(node % lattice.size[0]),
          static_cast<std::uint8_t>(node / lattice.size[0] % lattice.size[1]),
          static_cast<std::uint8_t>(node / lattice.size[0] / lattice.size[1])};
}
unsigned node_of(const ExanetLattice& lattice, const ExanetPlace& place) {
  return (unsigned{place[2]} * lattice.size[1] + place[1]) * lattice.size[0] + place[0];
}

constexpr unsigned kChannelsPerNode = kExanetDirections * kExanetVcs;

/// Marks the channels of one route and the pairs of channels that follow each other.
class Walker {
 public:
  Walker(const ExanetLattice& lattice, const ExanetRouting& routing)
      : lattice_(lattice),
        routing_(routing),
        used_(exanet_nodes(lattice) * kChannelsPerNode),
        next_(used_.size()) {}

  void walk(unsigned from, unsigned to) {
    const ExanetPlace src = place_of(lattice_, from), dst = place_of(lattice_, to);
    unsigned before = 0, links = 0;
    for (ExanetPlace here = src; here != dst; ++links) {
      const ExanetStep step = exanet_step(lattice_, routing_, here, dst, src);
      if (step.no_route) {
        if (graph_.unreachable.size() < kMostUnreachable)
          graph_.unreachable.push_back(fmt::format("node {} to node {}", from, to));
        return;
      }
      const unsigned channel = node_of(lattice_, here) * kChannelsPerNode +
                               step.direction * kExanetVcs + (step.upper ? 1 : 0);
      used_[channel] = true;
      // A step leads to a neighbour, so that a channel has few that follow it.
      if (links > 0 &&
          std::find(next_[before].begin(), next_[before].end(), channel) == next_[before].end())
        next_[before].push_back(channel);
      before = channel;
      here = exanet_neighbour(lattice_, here, step.direction);
    }
    graph_.longest_route = std::max(graph_.longest_route, links);
  }

  ExanetChannelGraph graph() {
    std::vector<unsigned> number(used_.size());
    for (unsigned c = 0; c < used_.size(); ++c) {
      if (!used_[c]) continue;
      number[c] = static_cast<unsigned>(graph_.channels.size());
      graph_.channels.push_back(
          {c / kChannelsPerNode, c % kChannelsPerNode / kExanetVcs, c % kExanetVcs == 1});
    }
    for (unsigned c = 0; c < used_.size(); ++c)
      for (unsigned next : next_[c]) graph_.dependencies.emplace_back(number[c], number[next]);
    return std::move(graph_);
  }

 private:
  const ExanetLattice& lattice_;
  const ExanetRouting& routing_;
  std::vector<bool> used_;
  std::vector<std::vector<unsigned>> next_;
  ExanetChannelGraph graph_;
};

std::string name(const ExanetLattice& lattice, const ExanetChannel& channel) {
  const ExanetPlace place = place_of(lattice, channel.node);
  return fmt::format("node ({}, {}, {}) {}{} {} channel", place[0], place[1], place[2],
                     "XYZ"[channel.direction / 2], "+-"[channel.direction % 2],
                     channel.upper ? "upper" : "lower");
}

/// Follows dependencies within one strong component until a channel returns.
std::vector<unsigned> find_cycle(const ExanetChannelGraph& graph,
                                 const std::vector<std::size_t>& component, unsigned start) {
  std::vector<unsigned> path{start};
  while (true) {
    for (const auto& [from, to] : graph.dependencies) {
      if (from != path.back() || component[to] != component[start]) continue;
      const auto again = std::find(path.begin(), path.end(), to);
      if (again != path.end()) return {again, path.end()};
      path.push_back(to);
      break;
    }
  }
}

}  // namespace

unsigned exanet_nodes(const ExanetLattice& lattice) {
  return unsigned{lattice.size[0]} * lattice.size[1] * lattice.size[2];
}

unsigned exanet_links(const ExanetLattice& lattice) {
  unsigned links = 0;
  for (unsigned d = 0; d < kExanetDims; ++d) {
    const unsigned size = lattice.size[d], lines = exanet_nodes(lattice) / size;
    if (size > 1) links += 2 * lines * (lattice.wrap[d] ? size : size - 1);
  }
  return links;
}

ExanetChannelGraph exanet_channel_graph(const ExanetLattice& lattice,
                                        const ExanetRouting& routing) {
  Walker walker(lattice, routing);
  const unsigned nodes = exanet_nodes(lattice);
  for (unsigned from = 0; from < nodes; ++from)
    for (unsigned to = 0; to < nodes; ++to) walker.walk(from, to);
  return walker.graph();
}

ExanetProof prove_exanet(const ExanetLattice& lattice, const ExanetRouting& routing) {
  const ExanetChannelGraph graph = exanet_channel_graph(lattice, routing);
  ExanetProof proof;
  proof.channels = graph.channels.size();
  proof.dependencies = graph.dependencies.size();
  proof.unreachable = graph.unreachable;

  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  const Graph links(graph.dependencies.begin(), graph.dependencies.end(), graph.channels.size());
  std::vector<std::size_t> component(graph.channels.size());
  const std::size_t components = boost::strong_components(
      links,
      boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, links)));
  std::vector<unsigned> members(components);
  for (unsigned c = 0; c < component.size(); ++c) {
    if (++members[component[c]] < 2) continue;
    for (unsigned channel : find_cycle(graph, component, c))
      proof.cycle.push_back(name(lattice, graph.channels[channel]));
    break;
  }
  return proof;
}

}  // namespace tinsim
