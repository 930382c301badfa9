// SPDX-License-Identifier: Apache-2.0
// Channels that cells can hold and wait for.
#include "tests/platform/channel_graph.h"

#include "tlm/tin/routing/route_table.h"

namespace tinsim::control {

ChannelGraph::ChannelGraph(const Topology& topology)
    : topology_(topology),
      channels_(topology.chips.size() * topology.ports_per_chip * kVcPhases),
      visited_(channels_.size()) {}

std::size_t ChannelGraph::index(std::size_t tin, unsigned port, unsigned phase) const {
  return (tin * topology_.ports_per_chip + port) * kVcPhases + phase;
}

bool ChannelGraph::set(std::size_t tin, unsigned in_port, unsigned phase, std::uint64_t outputs,
                       unsigned out_phase) {
  const std::size_t number = index(tin, in_port, phase);
  Channel& channel = channels_[number];
  if (out_phase >= kVcPhases) outputs = 0;
  const std::uint64_t kept = channel.out_phase == out_phase ? channel.outputs : 0;
  channel = {outputs, out_phase};
  return (outputs & ~kept) != 0 && leads_back(number, outputs & ~kept);
}

void ChannelGraph::visit_next(std::size_t number, std::uint64_t outputs) {
  const auto& ports = topology_.chips[number / kVcPhases / topology_.ports_per_chip].ports;
  for (std::uint64_t left = outputs; left != 0; left &= left - 1) {
    const unsigned port = __builtin_ctzll(left);
    if (port >= ports.size()) continue;
    if (ports[port].kind != PortKind::kLocal && ports[port].kind != PortKind::kGlobal) continue;
    const std::size_t next =
        index(ports[port].peer_chip, ports[port].peer_port, channels_[number].out_phase);
    if (visited_[next] == search_) continue;
    visited_[next] = search_;
    pending_.push_back(next);
  }
}

bool ChannelGraph::leads_back(std::size_t channel, std::uint64_t outputs) {
  ++search_;
  pending_.clear();
  visit_next(channel, outputs);
  while (!pending_.empty() && visited_[channel] != search_) {
    const std::size_t next = pending_.back();
    pending_.pop_back();
    visit_next(next, channels_[next].outputs);
  }
  return visited_[channel] == search_;
}

bool ChannelGraph::has_cycle() {
  for (std::size_t number = 0; number < channels_.size(); ++number)
    if (channels_[number].outputs != 0 && leads_back(number, channels_[number].outputs))
      return true;
  return false;
}

}  // namespace tinsim::control
