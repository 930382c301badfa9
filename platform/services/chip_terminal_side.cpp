// SPDX-License-Identifier: Apache-2.0
// Parameters that all engines of a chip share, from configuration and topology.
#include "platform/services/chip_terminal_side.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/network/link_plan.h"

namespace tinsim {

TerminalSide terminal_side(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                           uint8_t initial_hop) {
  const ChipInfo& info = topology.chips[chip];
  TerminalSide side;
  side.name = fmt::format("pod {} tin {}", info.pod, info.tin);
  side.chip = static_cast<uint16_t>(chip);
  side.address = topology.address(static_cast<unsigned>(chip));
  side.first_terminal = first_terminal(info);
  side.initial_hop = initial_hop;
  side.sink_delay = slower_router_cycles(config);
  side.terminal_words = config.tin.vc_fifo.terminal_words;
  return side;
}

unsigned first_terminal(const ChipInfo& chip) {
  const auto first = std::find_if(chip.ports.begin(), chip.ports.end(), [](const PortInfo& port) {
    return port.kind == PortKind::kTerminal && port.endpoint == 0;
  });
  return static_cast<unsigned>(first - chip.ports.begin());
}

}  // namespace tinsim
