// SPDX-License-Identifier: Apache-2.0
// A mesh or torus of ExaNet nodes, cycle by cycle at 156.25 MHz.
#include "tlm/exanet/exanet_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"

namespace tinsim {
namespace {

constexpr unsigned kFirstLinkPort = 3;

/// The word at an output of the router in this cycle.
template <class Out>
std::optional<ExanetBusWord> word_at(const Out& out, unsigned port) {
  if (!out.out_valid_o[port]) return std::nullopt;
  return ExanetBusWord{static_cast<ExanetKind>(unsigned(out.out_kind_o[port])),
                       to_word(out.out_data_o[port])};
}

/// Adds the counts of one record to those of another.
template <class Stats>
void add(Stats& sum, const Stats& more) {
  Stats::zip(sum, more, [](const char*, auto& to, const auto& from) { to += from; });
}

}  // namespace

template <class Router>
ExanetNetwork<Router>::ExanetNetwork(const ExanetParams& params, const std::vector<bool>& own)
    : params_(params) {
  unsigned count = 1;
  for (unsigned d = 0; d < kExanetDims; ++d) {
    const unsigned size = params.lattice.size[d];
    if (size < 1 || size > 64)
      throw ConfigError(fmt::format("size: dimension {} has {} nodes; expected 1..64", d, size));
    count *= size;
  }
  if (params.line_cycles < 1) throw ConfigError("line_cycles: 0; expected 1 or more");
  nodes_.resize(count);
  for (unsigned node = 0; node < count; ++node) {
    nodes_[node].own = own.empty() || own[node];
    set_up_links(node);
    if (nodes_[node].own) set_up(node);
  }
}

template <class Router>
ExanetPlace ExanetNetwork<Router>::place(unsigned node) const {
  ExanetPlace place{};
  for (unsigned d = 0; d < kExanetDims; ++d) {
    place[d] = static_cast<std::uint8_t>(node % params_.lattice.size[d]);
    node /= params_.lattice.size[d];
  }
  return place;
}

template <class Router>
unsigned ExanetNetwork<Router>::node_at(const ExanetPlace& place) const {
  unsigned node = 0;
  for (unsigned d = kExanetDims; d-- > 0;) node = node * params_.lattice.size[d] + place[d];
  return node;
}

template <class Router>
bool ExanetNetwork<Router>::has_link(unsigned node, unsigned direction) const {
  const unsigned d = direction / 2, size = params_.lattice.size[d], here = place(node)[d];
  if (size == 1) return false;
  if (params_.lattice.wrap[d]) return true;
  return direction % 2 ? here > 0 : here + 1 < size;
}

template <class Router>
void ExanetNetwork<Router>::set_up(unsigned number) {
  Node& node = nodes_[number];
  const ExanetPlace here = place(number);
  for (unsigned d = 0; d < kExanetDims; ++d) {
    node.held.here_i[d] = here[d];
    node.held.size_i[d] = params_.lattice.size[d];
    node.held.wrap_i[d] = params_.lattice.wrap[d];
    node.held.priority_i[d] = params_.routing.priority[d];
  }
  node.held.vc_rule_i = static_cast<unsigned>(params_.routing.vc_rule);
  for (unsigned p = 0; p < Router::kPorts; ++p) {
    const unsigned payload = p < kFirstLinkPort ? Router::kIntraSize : Router::kInterSize;
    node.held.out_header_words_i[p] = {Router::kHeaderSize, Router::kHeaderSize};
    node.held.out_payload_words_i[p] = {payload, payload};
    node.held.fixed_i[p] = params_.fixed_priority;
  }
  for (unsigned d = 0; d < kExanetDirections; ++d) {
    node.held.port_map_i[d] = kFirstLinkPort + d;
    node.held.enable_i[d] = params_.routing.enable[d] && node.linked[d];
    node.links[d].reset(params_, Router::kHeaderSize, Router::kInterSize);
  }
  for (unsigned p = 0; p < kTilePorts; ++p)
    node.tiles[p].reset(here, p, Router::kHeaderSize, Router::kIntraSize);
  if (params_.impl != BlockImpl::model && params_.impl_nodes.count(number) != 0)
    node.router.choose(
        params_.impl,
        {fmt::format("node ({}, {}, {}) router", here[0], here[1], here[2]), &cycle_});
  node.router.reset(node.held);
}

template <class Router>
void ExanetNetwork<Router>::set_up_links(unsigned number) {
  Node& node = nodes_[number];
  for (unsigned d = 0; d < kExanetDirections; ++d) {
    node.linked[d] = has_link(number, d);
    node.peer[d] = node_at(exanet_neighbour(params_.lattice, place(number), d));
    node.line[d].resize(params_.line_cycles);
  }
}

/// Lines are read before they are written: a word arrives `line_cycles` after it was sent.
template <class Router>
void ExanetNetwork<Router>::move_lines() {
  const std::size_t slot = cycle_ % params_.line_cycles;
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    for (unsigned d = 0; d < kExanetDirections; ++d) {
      if (!node.linked[d]) continue;
      nodes_[node.peer[d]].arriving[d ^ 1] = node.line[d][slot];
      if (!node.own) continue;
      node.line[d][slot] = node.links[d].line();
      if (fault_ && node.line[d][slot].valid) fault_(n, d, node.line[d][slot].word);
    }
  }
  if (watch_) watch_lines(slot);
}

template <class Router>
void ExanetNetwork<Router>::watch_lines(std::size_t slot) const {
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    for (unsigned d = 0; d < kExanetDirections && node.own; ++d) {
      const ExanetLineWord& sent = node.line[d][slot];
      const ExanetLineWord& received = node.arriving[d];
      if (sent.valid) watch_(n, kFirstLinkPort + d, false, {{}, {sent.word, 0}});
      if (received.valid) watch_(n, kFirstLinkPort + d, true, {{}, {received.word, 0}});
    }
  }
}

template <class Router>
void ExanetNetwork<Router>::step() {
  move_lines();
  for (Node& node : nodes_)
    if (node.own) step_node(node);
  ++cycle_;
}

template <class Router>
void ExanetNetwork<Router>::offer(Node& node, unsigned port, bool vc, const ExanetBusWord& word,
                                  typename Router::In& in) {
  in.in_valid_i[port] = true;
  in.in_vc_i[port] = vc;
  in.in_kind_i[port] = static_cast<unsigned>(word.kind);
  in.in_data_i[port] = to_bits<128>(word.word);
  ExanetQueueStats& queue = node.queues[Router::queue_of(port, vc)];
  ++queue.words;
  queue.packets += word.kind == ExanetKind::kFooter;
}

template <class Router>
void ExanetNetwork<Router>::step_tile(Node& node, unsigned p, typename Router::In& in) {
  const typename Router::Out& out = node.router.out();
  const auto written = node.tiles[p].write(cycle_, unsigned(out.freed_header_o[p]),
                                           unsigned(out.freed_payload_o[p]));
  const auto arrived = word_at(out, p);
  if (watch_) {
    const auto number = static_cast<unsigned>(&node - nodes_.data());
    if (written) watch_(number, p, true, *written);
    if (arrived) watch_(number, p, false, *arrived);
  }
  if (written) offer(node, p, false, *written, in);
  const auto left = node.tiles[p].read(cycle_, arrived);
  if (!left) return;
  (left->kind == ExanetKind::kPayload ? in.out_freed_payload_i : in.out_freed_header_i)[p][0] = 1;
}

template <class Router>
void ExanetNetwork<Router>::step_link(Node& node, unsigned d, typename Router::In& in) {
  const typename Router::Out& out = node.router.out();
  const unsigned port = kFirstLinkPort + d;
  ExanetLinkEnd& link = node.links[d];
  if (const auto arrived = link.arrived()) offer(node, port, link.arrived_vc(), *arrived, in);
  ExanetFreed router_freed;
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    const unsigned q = Router::queue_of(port, vc);
    router_freed.header[vc] = static_cast<std::uint8_t>(out.freed_header_o[q]);
    router_freed.payload[vc] = static_cast<std::uint8_t>(out.freed_payload_o[q]);
  }
  const ExanetFreed freed =
      link.tick(word_at(out, port), out.out_vc_o[port], router_freed, node.arriving[d]);
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    in.out_freed_header_i[port][vc] = freed.header[vc];
    in.out_freed_payload_i[port][vc] = freed.payload[vc];
  }
}

template <class Router>
void ExanetNetwork<Router>::step_node(Node& node) {
  typename Router::In in = node.held;
  for (unsigned p = 0; p < kTilePorts; ++p) step_tile(node, p, in);
  for (unsigned d = 0; d < kExanetDirections; ++d)
    if (node.linked[d]) step_link(node, d, in);
  node.router.tick(in);
  const typename Router::Out& out = node.router.out();
  for (unsigned q = 0; q < Router::kQueues; ++q) {
    node.corrected += out.corrected_o[q];
    node.bad += out.bad_header_o[q];
    node.discarded += out.discarded_o[q];
  }
}

template <class Router>
ExanetStats ExanetNetwork<Router>::stats() const {
  ExanetStats sum;
  for (const Node& node : nodes_) {
    for (const ExanetTilePort& tile : node.tiles) add(sum.ports, tile.stats());
    for (const ExanetLinkEnd& link : node.links) add(sum.links, link.stats());
    sum.corrected_headers += node.corrected;
    sum.bad_headers += node.bad;
    sum.discarded += node.discarded;
  }
  return sum;
}

template <class Router>
std::uint64_t ExanetNetwork<Router>::packets_in_flight() const {
  std::uint64_t packets = 0;
  for (const Node& node : nodes_) {
    if (!node.own) continue;
    packets += node.router.packets();
    for (const ExanetTilePort& tile : node.tiles) packets += tile.unread();
    for (unsigned d = 0; d < kExanetDirections; ++d)
      if (node.linked[d]) packets += node.links[d].packets_held();
  }
  return packets;
}

std::unique_ptr<ExanetNodes> make_exanet_nodes(const ExanetParams& params,
                                               const std::vector<bool>& own) {
  if (params.small_buffers) return std::make_unique<ExanetNetwork<ExanetSmallRouter>>(params, own);
  return std::make_unique<ExanetNetwork<ExanetPaperRouter>>(params, own);
}

template class ExanetNetwork<ExanetPaperRouter>;
template class ExanetNetwork<ExanetSmallRouter>;

}  // namespace tinsim
