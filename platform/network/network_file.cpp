// SPDX-License-Identifier: Apache-2.0
// network.json: written by runs, read by reports.
#include "platform/network/network_file.h"

#include <fmt/format.h>

#include <utility>

#include "base/json_file.h"
#include "platform/network/topology/graph.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kMaxPortsPerChip = 64;

bool is_below(const Json& value, std::size_t limit) {
  return value.is_number_unsigned() && value.get<uint64_t>() < limit;
}

/// Pod, TiN, and perhaps a name.
bool is_chip(const Json& chip) {
  return chip.is_array() && (chip.size() == 2 || (chip.size() == 3 && chip[2].is_string())) &&
         is_below(chip[0], kMaxChips) && is_below(chip[1], kMaxChips);
}

bool is_link(const Json& link, std::size_t chips, std::size_t ports) {
  return link.is_array() && link.size() == 5 && is_below(link[0], chips) &&
         is_below(link[1], ports) && is_below(link[2], chips) && is_below(link[3], ports) &&
         is_below(link[4], 2);
}

}  // namespace

Json network_json(const Topology& topology) {
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
  return {
      {"chips", std::move(chips)}, {"ports", topology.ports_per_chip}, {"links", std::move(links)}};
}

Json read_network(const std::filesystem::path& file) {
  constexpr std::size_t kMaxMb = 16;
  using Type = nlohmann::json::value_t;
  const Json json = read_json(file, kMaxMb);
  const JsonObject network{file.string(), "", json};
  const Json& chips = network.member("chips", Type::array);
  const Json& links = network.member("links", Type::array);
  const auto ports =
      static_cast<unsigned>(network.integer("ports", 1, kMaxPortsPerChip, kMaxPortsPerChip));
  if (chips.size() > kMaxChips)
    network.fail("chips", fmt::format("are {}; expected at most {}", chips.size(), kMaxChips));
  for (std::size_t i = 0; i < chips.size(); ++i)
    if (!is_chip(chips[i]))
      network.fail(fmt::format("chips.{}", i), "is no chip; expected [pod, TiN]");
  for (std::size_t i = 0; i < links.size(); ++i)
    if (!is_link(links[i], chips.size(), ports))
      network.fail(fmt::format("links.{}", i),
                   "is no link; expected [chip, port, peer chip, peer port, 0 or 1]");
  return {{"chips", chips}, {"ports", ports}, {"links", links}};
}

}  // namespace tinsim
