// SPDX-License-Identifier: Apache-2.0
// The networks of a report's runs: who is joined to whom. Most points of a sweep share one.
#include "platform/report/network_data.h"

#include <algorithm>
#include <utility>

namespace tinsim {

std::size_t Networks::add(const Topology& topology) {
  using Json = nlohmann::ordered_json;
  Json chips = Json::array(), links = Json::array();
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    const ChipInfo& info = topology.chips[chip];
    Json place = {info.pod, info.tin};
    if (!info.name.empty()) place.push_back(info.name);
    chips.push_back(std::move(place));
    for (std::size_t port = 0; port < info.ports.size(); ++port) {
      const PortInfo& p = info.ports[port];
      if (p.kind != PortKind::kLocal && p.kind != PortKind::kGlobal) continue;
      links.push_back({chip, port, p.peer_chip, p.peer_port, int{p.kind == PortKind::kGlobal}});
    }
  }
  Json network = {
      {"chips", std::move(chips)}, {"ports", topology.ports_per_chip}, {"links", std::move(links)}};
  const auto found = std::find(list_.begin(), list_.end(), network);
  if (found != list_.end()) return static_cast<std::size_t>(found - list_.begin());
  list_.push_back(std::move(network));
  return list_.size() - 1;
}

}  // namespace tinsim
