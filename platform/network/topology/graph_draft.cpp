// SPDX-License-Identifier: Apache-2.0
// Graph draft: nodes and edges as a file names them, checked and made into a NetworkGraph.
#include "platform/network/topology/graph_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/errors.h"
#include "base/printable.h"

namespace tinsim {
namespace {

constexpr unsigned kMaxPortsPerChip = 64;
constexpr size_t kMaxEdges = size_t{kMaxChips} * kMaxPortsPerChip / 2;
constexpr double kMaxMetres = 10000;
constexpr size_t kLongestNumber = 9;  ///< a node name of more digits is not taken as a number

template <class T>
bool parse(const std::string& text, T low, T high, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && value >= low && value <= high;
}

unsigned parse_count(const FileLine& line, const char* what, const std::string& text, unsigned low,
                     unsigned otherwise) {
  unsigned value = otherwise;
  if (!text.empty() && !parse(text, low, kMaxPortsPerChip, value))
    line.fail(fmt::format("{} is '{}'; expected an integer from {} to {}", what, printable(text),
                          low, kMaxPortsPerChip));
  return value;
}

unsigned parse_port(const FileLine& line, const std::string& text) {
  unsigned port = 0;
  if (!parse(text, 0u, kMaxPortsPerChip - 1, port))
    line.fail(fmt::format("a port is '{}'; expected an integer from 0 to {}", printable(text),
                          kMaxPortsPerChip - 1));
  return port;
}

GraphLink parse_link(const FileLine& line, const EdgeText& text) {
  GraphLink link;
  link.count = parse_count(line, "count", text.count, 1, 1);
  if (text.kind == "local") link.kind = PortKind::kLocal;
  if (text.kind == "global") link.kind = PortKind::kGlobal;
  if (!text.kind.empty() && !link.kind)
    line.fail(fmt::format("kind is '{}'; expected local, global or nothing", printable(text.kind)));
  double metres = 0;
  if (!text.metres.empty()) {
    if (!parse(text.metres, 0.0, kMaxMetres, metres))
      line.fail(fmt::format("metres is '{}'; expected a number from 0 to {}",
                            printable(text.metres), kMaxMetres));
    link.metres = metres;
  }
  if (!text.port_a.empty() || !text.port_b.empty()) {
    link.port_a = parse_port(line, text.port_a);
    link.port_b = parse_port(line, text.port_b);
  }
  return link;
}

bool is_number(const std::string& name) {
  return name.size() <= kLongestNumber &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void FileLine::fail(const std::string& sentence) const {
  throw ConfigError(fmt::format("{}:{}: graph: {}", printable(file), number, sentence));
}

unsigned GraphDraft::node_of(const FileLine& line, const std::string& name) {
  if (name.empty()) line.fail("a node has no name; expected one");
  const auto [entry, is_new] = number_of_.emplace(name, static_cast<unsigned>(nodes_.size()));
  if (!is_new) return entry->second;
  if (listed_only_)
    line.fail(fmt::format("there is no node '{}'; expected one of the file", printable(name)));
  if (nodes_.size() == kMaxChips)
    line.fail(
        fmt::format("node '{}' is one too many; expected at most {}", printable(name), kMaxChips));
  nodes_.push_back({name, config_.hosts_per_tin, false});
  return entry->second;
}

void GraphDraft::add_node(const FileLine& line, const std::string& name, const std::string& hosts) {
  const size_t before = nodes_.size();
  const unsigned node = node_of(line, name);
  if (node != before)
    line.fail(fmt::format("node '{}' is there twice; expected each once", printable(name)));
  nodes_[node].hosts = parse_count(line, "hosts", hosts, 0, config_.hosts_per_tin);
}

void GraphDraft::set_hosts(const FileLine& line, const std::string& name,
                           const std::string& hosts) {
  const auto found = number_of_.find(name);
  if (found == number_of_.end())
    line.fail(
        fmt::format("no edge has a node '{}'; expected a node of topology.file", printable(name)));
  Node& node = nodes_[found->second];
  if (node.hosts_set)
    line.fail(fmt::format("node '{}' is there twice; expected each once", printable(name)));
  node.hosts_set = true;
  if (hosts.empty()) line.fail("hosts is missing; expected an integer from 0 to 64");
  node.hosts = parse_count(line, "hosts", hosts, 0, 0);
}

void GraphDraft::add_edge(const FileLine& line, const EdgeText& text) {
  const GraphLink link = parse_link(line, text);
  const unsigned from = node_of(line, text.a), to = node_of(line, text.b);
  if (from == to)
    line.fail(fmt::format("the edge joins '{}' to itself; expected two nodes", printable(text.a)));
  const auto [pair, is_new] = line_of_pair_.emplace(std::minmax(from, to), line.number);
  if (!is_new)
    line.fail(
        fmt::format("'{}' and '{}' are joined on line {} already; expected one edge for each "
                    "pair, with count for parallel links",
                    printable(text.a), printable(text.b), pair->second));
  if (edges_.size() == kMaxEdges)
    line.fail(fmt::format("it is edge {}; expected at most {}, as chips have ports for",
                          edges_.size() + 1, kMaxEdges));
  const bool has_ports = !text.port_a.empty();
  if (!edges_.empty() && edges_.front().has_ports != has_ports)
    line.fail(
        fmt::format("this edge has {} ports and the one of line {} has {}; expected ports "
                    "of all edges or of none",
                    has_ports ? "two" : "no", edges_.front().line, has_ports ? "none" : "two"));
  edges_.push_back({from, to, line.number, has_ports, link});
}

/// Nodes by chip: by number where all names are numbers, else in order of appearance.
std::vector<unsigned> GraphDraft::order() const {
  std::vector<unsigned> order(nodes_.size());
  std::iota(order.begin(), order.end(), 0u);
  if (!std::all_of(nodes_.begin(), nodes_.end(), [](const Node& n) { return is_number(n.name); }))
    return order;
  const auto number = [&](unsigned node) { return std::stoul(nodes_[node].name); };
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return number(a) < number(b); });
  return order;
}

/// The links of a chip take its ports from 0 on, each once; terminal ports follow them.
void GraphDraft::check_ports(const std::string& file, const NetworkGraph& graph) const {
  const std::vector<unsigned> degrees = graph.degrees();
  std::vector<uint64_t> taken(graph.chips());
  const auto take = [&](unsigned line, unsigned chip, unsigned port) {
    if (port >= degrees[chip] || (taken[chip] >> port & 1))
      FileLine{file, line}.fail(fmt::format(
          "port {} of '{}' {}; expected each of 0 to {} once, as it has that many links", port,
          graph.names[chip], port >= degrees[chip] ? "is too high" : "has two links",
          degrees[chip] - 1));
    taken[chip] |= uint64_t{1} << port;
  };
  for (size_t i = 0; i < edges_.size(); ++i) {
    const GraphLink& link = graph.links[i];
    for (unsigned lane = 0; lane < link.count; ++lane) {
      take(edges_[i].line, link.a, link.port_a + lane);
      take(edges_[i].line, link.b, link.port_b + lane);
    }
  }
}

NetworkGraph GraphDraft::finish(const std::string& file) const {
  const FileLine last{file, edges_.empty() ? 1 : edges_.back().line};
  if (edges_.empty()) last.fail("there are no edges; expected at least one");
  NetworkGraph graph;
  const std::vector<unsigned> nodes = order();
  std::vector<unsigned> chip_of(nodes.size());
  for (unsigned chip = 0; chip < nodes.size(); ++chip) {
    chip_of[nodes[chip]] = chip;
    graph.names.push_back(printable(nodes_[nodes[chip]].name, 60));
    graph.hosts.push_back(nodes_[nodes[chip]].hosts);
  }
  std::vector<unsigned> next_port(nodes.size());
  for (const Edge& edge : edges_) {
    GraphLink link = edge.link;
    link.a = chip_of[edge.a];
    link.b = chip_of[edge.b];
    if (!edge.has_ports) {
      link.port_a = next_port[link.a];
      link.port_b = next_port[link.b];
    }
    for (unsigned chip : {link.a, link.b}) {
      next_port[chip] += link.count;
      if (next_port[chip] > kMaxPortsPerChip)
        FileLine{file, edge.line}.fail(
            fmt::format("'{}' has {} links up to here; expected at most {}", graph.names[chip],
                        next_port[chip], kMaxPortsPerChip));
    }
    graph.links.push_back(link);
  }
  if (edges_.front().has_ports) check_ports(file, graph);
  if (const auto apart = unjoined_chip(graph))
    last.fail(fmt::format("no path of edges leads from '{}' to '{}'; expected one network",
                          graph.names[0], graph.names[*apart]));
  return graph;
}

}  // namespace tinsim
