// SPDX-License-Identifier: Apache-2.0
// Replay: the way of cells to the ports of their hosts.
#include "platform/traffic/replay.h"

#include "platform/traffic/traffic.h"

namespace tinsim {

void share_out(const std::vector<ReplayCell>& cells, const Topology& topology, unsigned stride,
               uint8_t vcs, const TrafficConfig& entry, EntryTables& tables) {
  const Destinations& network = tables.destinations;
  std::vector<std::vector<SourceCell>> of_port(network.addresses.size());
  std::vector<uint8_t> next_source(topology.hosts.size()), next_destination(topology.hosts.size());
  const auto take_turn = [&](std::vector<uint8_t>& next, uint32_t host) {
    const uint8_t port = next[host];
    next[host] = static_cast<uint8_t>((port + 1) % topology.hosts[host].ports);
    return network.first_port[host] + port;
  };
  for (const ReplayCell& cell : cells) {
    const uint16_t dst = network.addresses[take_turn(next_destination, cell.dst)];
    const uint8_t vc = choose_vc(entry, stride, vcs, cell.cls, dst);
    of_port[take_turn(next_source, cell.src)].push_back(
        {cell.cycle, dst, cell.words, vc, cell.cls});
  }
  for (const std::vector<SourceCell>& port : of_port) {
    tables.recorded.insert(tables.recorded.end(), port.begin(), port.end());
    tables.recorded_end.push_back(static_cast<uint32_t>(tables.recorded.size()));
  }
  // A round ends when its last cell is sent, so that a loop never overtakes itself.
  if (entry.loop) tables.loop_cycles = cells.back().cycle + cells.back().words;
}

}  // namespace tinsim
