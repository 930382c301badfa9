// SPDX-License-Identifier: Apache-2.0
// Windows in which pods and chips are simulated alone: from the latencies of the links.
#include "platform/build/windows.h"

#include <algorithm>

#include "platform/build/impl.h"
#include "platform/config/chip_impl.h"
#include "platform/config/chip_shape.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

namespace {

constexpr Cycle kFreeRunningWindow = 256;  // where no link limits the window

/// Calls fn(chip, port) for each end of each link.
template <class Fn>
void for_each_end(const Topology& topology, const Fn& fn) {
  for (const ChipInfo& chip : topology.chips)
    for (const PortInfo& port : chip.ports)
      if (port.kind == PortKind::kLocal || port.kind == PortKind::kGlobal) fn(chip, port);
}

/// A chip that reads line words has those of a codeword this much before its blocks.
Cycle line_cycles(const PlatformConfig& config, const PortInfo& port) {
  return is_tin_switch(config) && port.kind == PortKind::kGlobal ? config.link.fec_cycles : 0;
}

}  // namespace

Cycle credit_round_trip(Cycle link, const PipelineDelays& delays) {
  return delays.match_to_tx + link + delays.rx_to_request + delays.match_to_tx + link +
         timing::kSetToUse;
}

Windows allowed_windows(const PlatformConfig& config, const Topology& topology,
                        const LinkPlan& plan) {
  if (config.chip != ChipKind::tin) {
    Windows windows;
    windows.pod = windows.chip = kFreeRunningWindow;
    return windows;
  }
  bool pins = false;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) pins |= on_pins(config, chip);
  // A match in cycle a takes effect at the neighbour in a + 8 + link at the earliest (credit in an
  // FC set). A chip on pins has the contents of a slot in the cycle of the slot, kWireToRx cycles
  // late. At wire fidelity the receiver's state of cycle r, known four cycles before slot r - link,
  // must arrive before the far side's transmit blocks reach r, which run three cycles ahead of
  // their chip.
  // LAT sets of links at cell fidelity are such events, too.
  const bool local_wire = plan.measures() || plan.census(PortKind::kLocal).wire != 0;
  const bool global_wire = plan.measures() || plan.census(PortKind::kGlobal).wire != 0;
  const PipelineDelays delays = chip_delays(config);
  // With a short look-up a cell takes effect before a credit.
  const auto sooner = [&](Cycle credit, Cycle link) {
    return std::min(credit, delays.match_to_tx + link + delays.rx_to_request);
  };
  const auto window = [&](const PortInfo& port) -> Cycle {
    const Cycle link = link_cycles(config, port);
    const bool wire = port.kind == PortKind::kLocal ? local_wire : global_wire;
    if (pins) return wire ? link - kWireToPins - line_cycles(config, port) : link - 1;
    if (!plan.ordered_sets())
      return sooner(delays.match_to_credit() + link + timing::kCreditToUse, link);
    return wire ? link : sooner(delays.match_to_tx + link + timing::kSetToUse, link);
  };
  constexpr Cycle kNoLink = kNoCycle;
  Cycle within = kNoLink, between = kNoLink;  // least window of the links within and between pods
  for_each_end(topology, [&](const ChipInfo& chip, const PortInfo& port) {
    Cycle& least = topology.chips[port.peer_chip].pod == chip.pod ? within : between;
    least = std::min(least, window(port));
  });
  Windows windows;
  windows.pod = between != kNoLink ? between : kFreeRunningWindow;
  windows.chip = std::min(within, windows.pod);
  if (local_wire || global_wire) windows.ahead = delays.match_to_tx - 1;
  // In lockstep a window's arrivals must be known when it begins, those of its own sources too.
  if (pins) windows.chip = std::min(windows.chip, delays.inject_to_request());
  return windows;
}

}  // namespace tinsim
