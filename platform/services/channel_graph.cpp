// SPDX-License-Identifier: Apache-2.0
// Which channels wait for which, by the flows that the TiNs of a Clique hold at present.
#include "platform/services/channel_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "platform/network/topology/link_selector.h"

namespace tinsim {

ChannelGraph::ChannelGraph(const control::CliquePlan& plan)
    : plan_(plan), flows_(plan.tins()), waits_(channel(plan.tins(), 0, 0)) {}

std::string ChannelGraph::name(Channel channel) const {
  const ChipInfo& chip = plan_.topology.chips[channel / kVcPhases / 64];
  return fmt::format("pod{}.tin{} port {} phase {}", chip.pod, chip.tin, channel / kVcPhases % 64,
                     channel % kVcPhases);
}

/// Calls fn(held, wanted) for the channels of cells that the flow matches.
template <class Fn>
void ChannelGraph::for_each_wait(std::size_t tin, unsigned flow,
                                 const std::vector<uint8_t>& candidates, Fn&& fn) const {
  const control::FlowMatch match = control::flow_match(flow);
  const RouteTable& table = plan_.original[tin];
  const auto& ports = plan_.topology.chips[tin].ports;
  const std::set<uint8_t> outputs(candidates.begin(), candidates.end());
  for (unsigned in = 0; in < ports.size(); ++in) {
    const bool is_matched = is_link(ports[in]) && table.port_class[in] == match.port_class;
    const unsigned step = table.phase_increment_ports >> in & 1;
    if (!is_matched || match.phase < step) continue;
    for (const uint8_t out : outputs) {
      if (out == kNoRoute || (table.permitted_outputs(in) >> out & 1) == 0) continue;
      fn(channel(ports[in].peer_chip, ports[in].peer_port, match.phase - step),
         channel(tin, out, match.phase));
    }
  }
}

/// Channels from one to another along the waits; empty: there is no way.
std::vector<ChannelGraph::Channel> ChannelGraph::way(Channel from, Channel to) const {
  std::map<Channel, Channel> before = {{from, from}};
  std::vector<Channel> found = {from};
  for (std::size_t n = 0; n < found.size() && before.count(to) == 0; ++n)
    for (const auto& [next, flows] : waits_[found[n]])
      if (before.emplace(next, found[n]).second) found.push_back(next);
  std::vector<Channel> way;
  if (before.count(to) == 0) return way;
  for (Channel at = to; at != from; at = before.at(at)) way.push_back(at);
  way.push_back(from);
  std::reverse(way.begin(), way.end());
  return way;
}

std::vector<std::string> ChannelGraph::set_flow(std::size_t tin, unsigned flow,
                                                const std::vector<uint8_t>& candidates) {
  auto& held = flows_[tin][flow];
  std::vector<Channel> cycle;
  for_each_wait(tin, flow, candidates, [&](Channel from, Channel to) {
    if (++waits_[from][to] == 1 && cycle.empty()) cycle = way(to, from);
  });
  for_each_wait(tin, flow, held, [&](Channel from, Channel to) {
    if (--waits_[from][to] == 0) waits_[from].erase(to);
  });
  held = candidates;
  std::vector<std::string> names;
  for (const Channel channel : cycle) names.push_back(name(channel));
  return names;
}

}  // namespace tinsim
