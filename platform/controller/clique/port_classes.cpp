// SPDX-License-Identifier: Apache-2.0
// Port classes of a TiN as matches and outputs of flows.
#include "platform/controller/clique/port_classes.h"

#include <algorithm>

#include "rtl_models/parts/parity_sign.h"

namespace tinsim::control {
namespace {

static_assert(kMostMembers * kPortClasses <= kNoOutput);

unsigned local_class(unsigned from, unsigned to) {
  return kLocalOddMinus + static_cast<unsigned>(local_link_type(from, to));
}

}  // namespace

PortClasses::PortClasses(const Topology& topology, unsigned tin) {
  const ChipInfo& chip = topology.chips[tin];
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    const PortInfo& info = chip.ports[port];
    const std::uint64_t bit = std::uint64_t{1} << port;
    unsigned in = kTerminalIn, out = kTerminalIn;
    if (info.kind == PortKind::kGlobal) in = out = kGlobalIn;
    if (info.kind == PortKind::kLocal) {
      const unsigned peer = topology.chips[info.peer_chip].tin;
      in = local_class(peer, chip.tin);
      out = local_class(chip.tin, peer);
    }
    in_class_.push_back(static_cast<std::uint8_t>(in));
    out_class_.push_back(static_cast<std::uint8_t>(out));
    back_.push_back(0);
    if (info.kind == PortKind::kUnused) continue;
    inputs_[in] |= bit;
    if (info.kind == PortKind::kTerminal) continue;
    outputs_[out].push_back(static_cast<std::uint8_t>(port));
    links_ |= bit;
    for (unsigned other = 0; other < chip.ports.size(); ++other) {
      const PortInfo& beside = chip.ports[other];
      if (info.kind == PortKind::kLocal && beside.kind == PortKind::kLocal &&
          beside.peer_chip == info.peer_chip)
        back_[port] |= std::uint64_t{1} << other;
    }
  }
}

Output PortClasses::output_of(std::uint8_t port) const {
  if (port >= ports() || !is_link(port)) return kNoOutput;
  const auto& members = outputs_[out_class_[port]];
  const auto member = std::find(members.begin(), members.end(), port) - members.begin();
  return static_cast<Output>(out_class_[port] * kMostMembers + static_cast<unsigned>(member));
}

std::uint8_t PortClasses::port_of(Output output) const {
  const unsigned port_class = output / kMostMembers, member = output % kMostMembers;
  if (port_class >= kPortClasses || member >= outputs_[port_class].size()) return kNoRoute;
  return outputs_[port_class][member];
}

bool PortClasses::may_turn(unsigned in_class, std::uint8_t port) const {
  if (port >= ports() || !is_link(port)) return false;
  const unsigned out = out_class_[port];
  if (in_class < kLocalOddMinus || out < kLocalOddMinus) return true;
  return local_turn_allowed(static_cast<LinkType>(in_class - kLocalOddMinus),
                            static_cast<LinkType>(out - kLocalOddMinus));
}

}  // namespace tinsim::control
