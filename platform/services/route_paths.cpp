// SPDX-License-Identifier: Apache-2.0
// Chips that the routes from one chip to another can visit.
#include "platform/services/route_paths.h"

#include <set>
#include <tuple>

#include "platform/services/chip_terminal_side.h"
#include "tlm/gnet/gnet_address.h"

namespace tinsim {
namespace {

using Place = std::tuple<std::size_t, unsigned, unsigned>;  // chip, input port, VC phase

}  // namespace

bool has_written_paths(const Topology& topology, const std::vector<RouteTable>& tables,
                       std::size_t from, std::size_t to, const std::vector<bool>& written) {
  const ChipInfo& target = topology.chips[to];
  const uint16_t address = gnet_address(target.pod, target.tin, 0);
  std::set<Place> seen;
  std::vector<Place> left = {{from, first_terminal(topology.chips[from]), 0}};
  while (!left.empty()) {
    const Place place = left.back();
    left.pop_back();
    if (!seen.insert(place).second) continue;
    const auto [chip, input, phase] = place;
    if (!written[chip]) return false;
    if (chip == to) continue;
    const RouteTable& table = tables[chip];
    const unsigned next_phase = table.phase_after(input, phase);
    const auto follow = [&](uint8_t port) {
      if (port == kNoRoute || (table.forbidden_outputs[input] >> port & 1) != 0) return;
      const PortInfo& link = topology.chips[chip].ports[port];
      left.emplace_back(link.peer_chip, link.peer_port, next_phase);
    };
    for (const uint8_t port : table.minimal(input, next_phase, address)) follow(port);
    if (const Detours* const detours = table.detours(input, next_phase, address))
      for (const uint8_t port : *detours) follow(port);
  }
  return true;
}

}  // namespace tinsim
