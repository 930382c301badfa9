// SPDX-License-Identifier: Apache-2.0
// Flows and groups of a TiN that follow from a table, and the table that follows from them.
#include "platform/controller/re/tin_intent.h"

#include <algorithm>

namespace tinsim::control {
namespace {

bool is_empty(const RouteEntry& entry, bool has_detours) {
  const auto none = [](std::uint8_t port) { return port == kNoRoute; };
  return std::all_of(entry.minimal.begin(), entry.minimal.end(), none) &&
         (!has_detours || std::all_of(entry.detours.begin(), entry.detours.end(), none));
}

void add_ip(const CliquePlan& plan, const std::vector<bool>& reachable, TinIntent& intent) {
  for (unsigned subnet = 0; subnet < plan.subnets(); ++subnet) {
    Bytes members, flows;
    for (std::size_t to = 0; to < plan.tins(); ++to) {
      append16(members, reachable[to] ? plan.gnet(subnet, to) : kNoMember);
      flows.push_back(reachable[to]);
    }
    intent.ip_groups[subnet / 2] = members;
    intent.ip_flows[subnet] = flows;
  }
}

}  // namespace

TinIntent tin_intent(const CliquePlan& plan, std::size_t tin, const RouteTable& table,
                     const std::vector<bool>& reachable, GroupNumbers& numbers) {
  TinIntent intent;
  intent.setup = plan.setup[tin];
  const RouteRows& rows = *table.routes;
  std::vector<int> group_of(rows.entries.size(), -1);
  for (unsigned number = 0; number < kFlowsOfTin; ++number) {
    if (flow_match(number).row >= rows.rows) continue;
    const std::size_t place = place_of(rows, number);
    int& group = group_of[rows.index[place]];
    if (is_empty(rows.at(place), rows.has_detours)) continue;
    if (group < 0) {
      const Bytes bytes = group_bytes(plan.ports[tin], rows.at(place), rows.has_detours);
      group = numbers.of(bytes);
      intent.groups[static_cast<std::uint32_t>(group)] = bytes;
    }
    intent.flows[number] = bytes16(static_cast<std::uint32_t>(group));
  }
  add_ip(plan, reachable, intent);
  return intent;
}

RouteTable table_of(const CliquePlan& plan, std::size_t tin, const Records& groups,
                    const Records& flows) {
  const RouteTable& original = plan.original[tin];
  auto rows = std::make_shared<RouteRows>(original.routes->rows, original.routes->has_detours,
                                          original.routes->phases);
  for (const auto& [number, group] : flows) {
    const GroupOutputs outputs = group_outputs(groups.at(read16(group, 0)));
    RouteEntry entry;
    const PortClasses& ports = plan.ports[tin];
    const auto port = [&ports](Output output) { return ports.port_of(output); };
    std::transform(outputs.minimal.begin(), outputs.minimal.end(), entry.minimal.begin(), port);
    std::transform(outputs.detours.begin(), outputs.detours.end(), entry.detours.begin(), port);
    rows->set(place_of(*rows, number), entry);
  }
  RouteTable table = original;
  table.routes = std::move(rows);
  return table;
}

}  // namespace tinsim::control
