// SPDX-License-Identifier: Apache-2.0
// Do cables lead where the plan says?
#include "platform/controller/operations/cable_check.h"

#include <fmt/format.h>

namespace tinsim::control {
namespace {

std::string name_of(const CliquePlan& plan, const CableEnd& end) {
  if (end.tin >= plan.tins()) return fmt::format("unknown TiN {} port {}", end.tin, end.port);
  const ChipInfo& chip = plan.topology.chips[end.tin];
  return fmt::format("pod {} tin {} port {}", chip.pod, chip.tin, end.port);
}

}  // namespace

std::vector<WiringFault> wiring_faults(const CliquePlan& plan, const Nib& nib) {
  std::vector<WiringFault> faults;
  std::map<std::pair<unsigned, unsigned>, CableEnd> seen_by;  ///< end -> port that discovered it
  for (std::uint16_t tin = 0; tin < plan.tins(); ++tin) {
    for (const auto& [port, found] : discovered_ends(nib, tin)) {
      const auto number = static_cast<std::uint8_t>(port);
      const PortInfo& link = plan.topology.chips[tin].ports.at(port);
      const bool is_planned = plan.ports[tin].is_link(port);
      const CableEnd planned{link.peer_chip, link.peer_port};
      seen_by[{found.tin, found.port}] = {tin, number};
      if (is_planned && planned == found) continue;
      faults.push_back(
          {tin, number, is_planned ? std::optional(planned) : std::nullopt, found, {}});
    }
  }
  for (WiringFault& fault : faults) {
    if (!fault.planned) continue;
    const auto other = seen_by.find({fault.planned->tin, fault.planned->port});
    if (other != seen_by.end()) fault.exchanged_with = other->second;
  }
  return faults;
}

std::string text_of(const CliquePlan& plan, const WiringFault& fault) {
  std::string text = fmt::format("{}: planned {}, found {}", name_of(plan, {fault.tin, fault.port}),
                                 fault.planned ? name_of(plan, *fault.planned) : "no cable",
                                 name_of(plan, fault.found));
  if (fault.exchanged_with)
    text +=
        fmt::format("; the planned end has the cable of {}", name_of(plan, *fault.exchanged_with));
  return text;
}

}  // namespace tinsim::control
